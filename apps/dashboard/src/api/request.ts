import type { Problem, ProblemIssue } from '@sidenote/contract'

/** An answer that is no success, or none at all. Its message is a sentence for people. */
export class RequestError extends Error {
  /** The HTTP status; 0 when no answer came. */
  readonly status: number
  readonly code: string
  readonly issues: readonly ProblemIssue[]

  constructor(status: number, { message, code, issues = [] }: Pick<Problem, 'message' | 'issues'> & { code: string }) {
    super(message)
    this.status = status
    this.code = code
    this.issues = issues
  }
}

/** What a request ends with that nobody has answered. */
export const unreachable = (): RequestError =>
  new RequestError(0, { message: 'The server cannot be reached. Is it running?', code: 'unreachable' })

/** What a request may carry. `undefined` values of `query` are left out. */
export interface RequestOptions {
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
  readonly signal?: AbortSignal
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Writes an address whose values are escaped: address`/admin/v1/sites/${domain}`. */
export const address = (strings: TemplateStringsArray, ...values: readonly string[]): string =>
  String.raw({ raw: strings }, ...values.map(encodeURIComponent))

const withQuery = (path: string, query: RequestOptions['query']): string => {
  const entries = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`
}

/** Reads an error's body, which a proxy in front may have written. */
const readError = async (response: Response): Promise<RequestError> => {
  const problem: Partial<Problem> = await response.json().catch(() => ({}))
  const { message = `The server answered ${response.status} without saying why.`, code = 'unknown', issues } = problem
  return new RequestError(response.status, { message, code, ...(issues && { issues }) })
}

/** Sends a request with the session's cookie. @throws RequestError for every answer that is no success */
const send = async (method: Method, path: string, { query, body, signal }: RequestOptions = {}): Promise<Response> => {
  const response = await fetch(withQuery(path, query), {
    method,
    credentials: 'same-origin',
    headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw unreachable()
  })
  if (!response.ok) throw await readError(response)
  return response
}

const sendForJson = async <Answer>(method: Method, path: string, options?: RequestOptions): Promise<Answer> =>
  (await send(method, path, options)).json()

/** The server's operations, called as `api.get<Site>(address`/admin/v1/sites/${domain}`)`. */
export const api = {
  get: <Answer>(path: string, options?: RequestOptions) => sendForJson<Answer>('GET', path, options),
  post: <Answer>(path: string, options?: RequestOptions) => sendForJson<Answer>('POST', path, options),
  patch: <Answer>(path: string, options?: RequestOptions) => sendForJson<Answer>('PATCH', path, options),
  delete: async (path: string, options?: RequestOptions): Promise<void> => {
    await send('DELETE', path, options)
  },
  /** For operations that answer without a body. */
  command: async (path: string, options?: RequestOptions): Promise<void> => {
    await send('POST', path, options)
  },
}

/** The sentence to show for whatever went wrong. */
export const sentenceOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'Something went wrong that has no description.'

/** What the server says is wrong with a field, wherever it stands in the request. */
export const issueOf = (error: unknown, field: string): string | undefined => {
  if (!(error instanceof RequestError)) return undefined
  const issue = error.issues.find(({ path }) => path === field || path.endsWith(`.${field}`))
  if (!issue) return undefined
  // The server names the field as a program does, and the page by its label.
  const { path, message } = issue
  const sentence = message.startsWith(`${path} `) ? `This ${message.slice(path.length + 1)}` : message
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1).replace(/\.$/, '')}.`
}
