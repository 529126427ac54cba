import { issueSchema, type ProblemCode } from '@sidenote/contract'
import { z } from 'zod'
import type { UpstreamConfig } from '../../config.ts'
import { AppError } from '../../errors.ts'
import { readRetryAfter } from '../../retry-after.ts'

export interface UpstreamRequest {
  readonly method: string
  readonly path: string
  readonly key: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly signal: AbortSignal
}

/** For the headers, and the whole of a refusal. Sidenote sends headers before it asks a model; others with the first word. */
const headersMilliseconds = 30_000
const retrySeconds = 5
const longestProblem = 64_000
const longestMessage = 1_000

/** The mistakes of the client, by status. Everything else is between us and the upstream. */
const codes: Readonly<Record<number, ProblemCode>> = {
  400: 'invalid_request',
  404: 'not_found',
  409: 'conflict',
  413: 'too_large',
  415: 'unsupported_media_type',
  422: 'invalid_request',
  429: 'rate_limited',
}

/**
 * Sends a request to the upstream with our key there, and returns its response when that is a success.
 *
 * @throws AppError what the client may know: its own mistake in the upstream’s words, or that the service isn’t available
 */
export const callUpstream = async (upstream: UpstreamConfig, request: UpstreamRequest): Promise<Response> => {
  const { method, path, key, headers, body, signal } = request
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(new Error('No headers in time.')), headersMilliseconds)
  try {
    const response = await fetch(upstream.url + path, {
      method,
      headers: {
        ...headers,
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // A redirect would send our key to a server that the operator hasn’t named.
      redirect: 'manual',
      signal: AbortSignal.any([signal, patience.signal]),
    }).catch((cause: unknown) => {
      throw unavailable(new Error('The upstream cannot be reached.', { cause }))
    })
    if (response.ok) return response
    throw await readProblem(upstream, response)
  } finally {
    clearTimeout(timer)
  }
}

/** The service isn’t available now, for a reason that concerns only the operator. */
export const unavailable = (cause: Error, retryAfterSeconds = retrySeconds): AppError =>
  new AppError('not_ready', 'The service that answers here is not available right now. Please try again in a moment.', {
    cause,
    retryAfterSeconds,
  })

const problemSchema = z.looseObject({
  message: z.string().optional().catch(undefined),
  issues: z.array(issueSchema).optional().catch(undefined),
})

const readProblem = async (upstream: UpstreamConfig, response: Response): Promise<AppError> => {
  const { status } = response
  const { message, issues } = await readBody(upstream, response)
  const retryAfterSeconds = Math.ceil((readRetryAfter(response.headers.get('retry-after')) ?? 0) / 1_000) || undefined
  const cause = new Error(`The upstream answered ${status}${message ? `: ${message}` : ''}`)
  const code = codes[status]
  if (!code) return unavailable(status === 401 || status === 403 ? refusedKey(cause) : cause, retryAfterSeconds)
  if (code === 'rate_limited') {
    const seconds = retryAfterSeconds ?? retrySeconds
    const sentence = `The service that answers here has no room right now. Try again in ${seconds} seconds.`
    return new AppError(code, sentence, { cause, retryAfterSeconds: seconds })
  }
  return new AppError(code, message || `The service that answers here refused the request with ${status}.`, {
    cause,
    ...(issues && { issues }),
  })
}

const refusedKey = (cause: Error): Error =>
  new Error('The upstream refuses our key: check SIDENOTE_UPSTREAM_KEY and SIDENOTE_UPSTREAM_ADMIN_KEY.', { cause })

/** The text of a response; empty when it is longer than any problem. */
const readShort = async ({ body }: Response): Promise<string> => {
  let text = ''
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece
    if (text.length > longestProblem) return ''
  }
  return text
}

/** The upstream’s own words about an error; empty when its form isn’t that of this interface. */
const readBody = async (upstream: UpstreamConfig, response: Response): Promise<z.infer<typeof problemSchema>> => {
  const text = await readShort(response).catch(() => '')
  try {
    const { message, issues } = problemSchema.parse(JSON.parse(hideUpstreamKeys(upstream, text)))
    return { message: message?.slice(0, longestMessage), issues: issues?.slice(0, 100) }
  } catch {
    return {}
  }
}

/** Hides our keys at the upstream, because some services repeat the key that they refuse. */
export const hideUpstreamKeys = ({ key, adminKey }: UpstreamConfig, text: string): string => {
  const hidden = text.replaceAll(key, '***')
  return adminKey ? hidden.replaceAll(adminKey, '***') : hidden
}
