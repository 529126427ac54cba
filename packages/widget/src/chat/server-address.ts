import type { WidgetOptions } from '../page/options.ts'
import { encodeJson } from './encode-json.ts'
import { problemOfResponse } from './problem.ts'

/** Who sends a request: the site's options, and the reader's `fp`. */
export interface Requester {
  readonly options: WidgetOptions
  readonly fp: string
}

const withoutSlashes = (url: string): string => (url.endsWith('/') ? withoutSlashes(url.slice(0, -1)) : url)

const siteAddress = ({ url, domain }: WidgetOptions, path: string): string =>
  `${withoutSlashes(url)}/discovery/${path}/${encodeURIComponent(domain)}`

/** Address of an assistant operation, such as `message` or `feedback`. */
export const assistantAddress = (options: WidgetOptions, version: 'v1' | 'v2', operation: string): string =>
  `${siteAddress(options, `${version}/assistant`)}/${operation}`

/** Address of the search. */
export const searchAddress = (options: WidgetOptions): string => siteAddress(options, 'v1/search')

/** Address of a language's words. */
export const languageAddress = ({ url }: WidgetOptions, language: string): string =>
  `${withoutSlashes(url)}/widget/languages/${encodeURIComponent(language)}.json`

/** Address of the questions to begin with on a page. */
export const startersAddress = (options: WidgetOptions, path: string): string =>
  `${siteAddress(options, 'v1/questions')}?currentPath=${encodeURIComponent(path)}`

/** Address of the options that are stored with the site. */
export const lookAddress = (options: WidgetOptions): string => siteAddress(options, 'v1/look')

/** Address of the running answer of a chat, to resume or stop it. */
export const answerAddress = (id: string, { options, fp }: Requester): string =>
  `${assistantAddress(options, 'v2', 'message')}/${encodeURIComponent(id)}/stream?fp=${encodeURIComponent(fp)}`

/** The header with the site's key. */
export const keyHeader = ({ key }: WidgetOptions) => ({ authorization: `Bearer ${key}` })

/** What to send, and how. */
interface PostSettings {
  readonly options: WidgetOptions
  readonly fetch: typeof fetch
  readonly body: unknown
  readonly signal?: AbortSignal
}

/** Posts JSON to the server with the site's key. Throws an `AskProblem` if the server refuses. */
export async function post(address: string, { options, fetch, body, signal }: PostSettings): Promise<Response> {
  const response = await fetch(address, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json', ...keyHeader(options) },
    body: encodeJson(body),
    ...(signal ? { signal } : {}),
  })
  if (!response.ok) throw await problemOfResponse(response)
  return response
}
