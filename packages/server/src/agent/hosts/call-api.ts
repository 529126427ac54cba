import type { z } from 'zod'
import { parseJson } from '../../parse-json.ts'
import { reasonOf } from '../../post-webhook.ts'
import { readRetryAfter } from '../../retry-after.ts'
import { fetchPublic } from '../../sources/website/fetcher.ts'
import { HostError } from './host.ts'

/** One call of a code host's REST API. */
export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  /** Whether only public hosts may be called. */
  readonly publicOnly: boolean | undefined
  /** Error statuses that the caller reads itself. */
  readonly expected?: readonly number[]
}

/** An answer with a JSON body, whose shape `readAnswer` checks. */
export interface ApiAnswer {
  /** Method and address of the call. */
  readonly call: string
  readonly status: number
  readonly body: unknown
}

const longestAnswer = 10_000_000
/** What GitHub asks for when a limit doesn't say when it ends. */
const defaultWaitSeconds = 60

/**
 * Calls a code host's REST API once. Follows no redirects: a token only goes to the host it was given for.
 *
 * @throws HostError for every status from 300 on that is not `expected`
 */
export const callApi = async (call: ApiCall): Promise<ApiAnswer> => {
  const response = await fetchOnce(call)
  const text = await readText(response, call)
  const body = parseJson(text)
  if (response.ok || call.expected?.includes(response.status)) {
    return { call: describeCall(call), status: response.status, body }
  }
  // The tags of a page mean nothing to people who read the report of a job.
  const reason = text.trimStart().startsWith('<') ? 'with an HTML page' : text.slice(0, 300)
  throw errorOf(call, response, sentenceOf(body) ?? reason)
}

/**
 * Reads an answer. Pages to sign in at, pages about maintenance and other kinds of hosts answer with 200, too.
 *
 * @throws HostError `unreachable`
 */
export const readAnswer = <Schema extends z.ZodType>(answer: ApiAnswer, schema: Schema): z.output<Schema> => {
  const { success, data, error } = schema.safeParse(answer.body)
  if (success) return data
  throw new HostError(
    'unreachable',
    `${answer.call} was answered with ${answer.status}, but not the way this kind of code host answers. Is it another kind of host, or did a proxy or a sign-in page answer?`,
    { cause: error },
  )
}

const fetchFor = ({ publicOnly }: { publicOnly: boolean | undefined }) => (publicOnly ? fetchPublic : fetch)

const fetchOnce = async (call: ApiCall): Promise<Response> => {
  const timeout = AbortSignal.timeout(30_000)
  try {
    return await fetchFor(call)(call.url, {
      method: call.method,
      headers: {
        accept: 'application/json',
        'user-agent': 'Sidenote',
        ...call.headers,
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      redirect: 'manual',
      signal: call.signal ? AbortSignal.any([call.signal, timeout]) : timeout,
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    })
  } catch (cause) {
    call.signal?.throwIfAborted()
    throw new HostError('unreachable', `${describeCall(call)} got no answer: ${reasonOf(cause)}.`, { cause })
  }
}

const readText = async (response: Response, call: ApiCall): Promise<string> => {
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for await (const part of response.body ?? []) {
      length += part.length
      if (length > longestAnswer)
        throw new HostError('failed', `${describeCall(call)} was answered with more than 10 MB.`)
      parts.push(part)
    }
  } catch (cause) {
    call.signal?.throwIfAborted()
    if (cause instanceof HostError) throw cause
    throw new HostError('unreachable', `The answer to ${describeCall(call)} broke off: ${reasonOf(cause)}.`, { cause })
  }
  return Buffer.concat(parts).toString('utf8')
}

const describeCall = (call: ApiCall): string => `${call.method} ${call.url}`

const errorOf = (call: ApiCall, response: Response, reason: string): HostError => {
  const isLimit = response.status === 429 || (response.status === 403 && /rate limit/i.test(reason))
  const retryAfter = secondsToWait(response.headers) ?? (isLimit ? defaultWaitSeconds : undefined)
  const sentence = (words: string) => `${describeCall(call)} ${words} (${response.status}${reason && `: ${reason}`}).`
  if (response.status === 401) return new HostError('unauthorized', sentence('was refused: the token is not valid'))
  if (isLimit || (response.status === 403 && retryAfter !== undefined)) {
    return new HostError('limited', sentence('was refused: too many requests'), { retryAfterSeconds: retryAfter })
  }
  if (response.status === 403) return new HostError('forbidden', sentence('was refused: the token may not do this'))
  if (response.status === 404) return new HostError('missing', sentence('found nothing that this token may see'))
  if (response.status >= 500) return new HostError('unreachable', sentence('failed on the host'))
  if (response.status < 400) return new HostError('refused', sentence('was redirected: it has moved'))
  return new HostError('refused', sentence('was refused'))
}

/** `Retry-After`, or GitHub's own pair when nothing remains. */
const secondsToWait = (headers: Headers): number | undefined => {
  const milliseconds = readRetryAfter(headers.get('retry-after'))
  if (milliseconds !== undefined) return Math.ceil(milliseconds / 1_000)
  const reset = Number(headers.get('x-ratelimit-reset'))
  if (headers.get('x-ratelimit-remaining') !== '0' || !reset) return undefined
  return Math.max(1, Math.ceil(reset - Date.now() / 1_000))
}

/**
 * What the body of an error says. GitHub: `message` and `errors`; GitLab: `message` as text, list or object, or `error`;
 * Gitea: `message`.
 */
export const sentenceOf = (body: unknown): string | undefined => {
  if (typeof body !== 'object' || body === null) return undefined
  const { message, error, errors } = { message: undefined, error: undefined, errors: undefined, ...body }
  const parts = [message, error, errors].flatMap((value) => wordsIn(value))
  return parts.length > 0 ? [...new Set(parts)].join('; ').slice(0, 600) : undefined
}

const wordsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(wordsIn)
  if (typeof value !== 'object' || value === null) return []
  if ('message' in value && typeof value.message === 'string') return [value.message]
  if ('field' in value && 'code' in value) return [`${value.field} ${value.code}`]
  return Object.entries(value).flatMap(([key, inner]) => wordsIn(inner).map((words) => `${key} ${words}`))
}
