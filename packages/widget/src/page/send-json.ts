import type { WidgetOptions } from './options.ts'

/** What a request needs of the widget. */
export interface RequestSettings {
  readonly options: () => WidgetOptions
  readonly fetch: typeof fetch
  /** Aborted when the widget is destroyed. */
  readonly signal: AbortSignal
}

/** Sends a request with the site's key. Throws the server's own sentence if it refuses. @param path with `{domain}` */
export async function sendJson(
  { options, fetch, signal }: RequestSettings,
  path: string,
  body: object,
): Promise<Response> {
  const { url, domain, key } = options()
  const response = await fetch(
    `${url.replace(/\/$/, '')}/discovery/${path.replace('{domain}', encodeURIComponent(domain))}`,
    {
      method: 'POST',
      credentials: 'omit',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
      signal,
    },
  )
  if (response.ok) return response
  const { message } = await response.json().catch(() => ({}))
  throw new Error(message ?? `The server answered ${response.status}.`)
}

/** Reads a page of the documentation as Markdown. @param path as search gives it, or the page's address */
export async function readPage(settings: RequestSettings, path: string): Promise<string> {
  const page: { content: string } = await (await sendJson(settings, 'v1/page/{domain}', { path })).json()
  return page.content
}
