import type { WidgetOptions } from '../page/options.ts'
import { encodeJson } from './encode-json.ts'
import { problemOfResponse } from './problem.ts'

const siteAddress = ({ url, domain }: WidgetOptions, path: string): string =>
  `${url.replace(/\/+$/, '')}/discovery/${path}/${encodeURIComponent(domain)}`

/** Where the server takes what a reader does with the assistant. */
export const addressOf = (options: WidgetOptions, version: 'v1' | 'v2', operation: string): string =>
  `${siteAddress(options, `${version}/assistant`)}/${operation}`

export const searchAddress = (options: WidgetOptions): string => siteAddress(options, 'v1/search')

export const withKey = ({ key }: WidgetOptions) => ({ authorization: `Bearer ${key}` })

/** What is sent, and how. */
interface Post {
  readonly options: WidgetOptions
  readonly fetch: typeof fetch
  readonly body: unknown
  readonly signal?: AbortSignal
}

/** Posts to the server as the site's assistant. Throws an `AskProblem` when that was refused. */
export async function post(address: string, { options, fetch: ownFetch, body, signal }: Post): Promise<Response> {
  const response = await ownFetch(address, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json', ...withKey(options) },
    body: encodeJson(body),
    ...(signal ? { signal } : {}),
  })
  if (!response.ok) throw await problemOfResponse(response)
  return response
}
