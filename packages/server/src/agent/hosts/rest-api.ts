import { type ApiAnswer, type ApiCall, callApi } from './call-api.ts'

/** An address below which all calls have the same headers. */
interface RestApi extends Pick<ApiCall, 'url' | 'publicOnly'> {
  /** Called before each call: tokens of an App expire. */
  readonly headers: (signal?: AbortSignal) => Promise<ApiCall['headers']>
}

/** Calls below one address. `path` is added to it as it is. */
export type CallRestApi = (
  method: ApiCall['method'],
  path: string,
  options: Pick<ApiCall, 'body' | 'expected' | 'signal'>,
) => Promise<ApiAnswer>

/** Opens a REST API for calls, as `callApi` makes them. */
export const openRestApi =
  ({ url, publicOnly, headers }: RestApi): CallRestApi =>
  async (method, path, options) =>
    callApi({ ...options, method, url: `${url}${path}`, publicOnly, headers: await headers(options.signal) })
