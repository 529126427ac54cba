import type { MessageMetadata } from '@sidenote/contract'
import { fieldsOf, stringOf } from './fields.ts'

/** Why an answer is missing or incomplete, in terms of what the reader can do. With `message`, the server's sentence says it. */
export type ProblemKind =
  | 'rateLimited'
  | 'budget'
  | 'offline'
  | 'unreachable'
  | 'cut'
  | 'empty'
  | 'key'
  | 'origin'
  | 'proof'
  | 'site'
  | 'tooLong'
  | 'server'
  | 'message'

/** What is known about a problem beyond its kind. */
interface ProblemDetails {
  readonly code?: string
  readonly status?: number
  readonly retryAfter?: number | undefined
  readonly retryable?: boolean | undefined
}

/** What the transport throws, so that the panel needn't parse messages. */
export class AskProblem extends Error {
  override readonly name = 'AskProblem'
  readonly kind: ProblemKind
  readonly code: string
  readonly status: number | undefined
  /** When the reader may ask again, in seconds from now, if that's known. */
  readonly retryAfter: number | undefined
  /** Whether asking again may help. */
  readonly retryable: boolean

  constructor(kind: ProblemKind, message: string, details: ProblemDetails = {}) {
    super(message)
    this.kind = kind
    this.code = details.code ?? kind
    this.status = details.status
    this.retryAfter = details.retryAfter
    this.retryable = details.retryable ?? !['key', 'origin', 'site', 'tooLong', 'budget'].includes(kind)
  }
}

/** By status, whoever sent it. */
const kinds: Partial<Record<number, ProblemKind>> = { 413: 'tooLong', 429: 'rateLimited' }

/** By status, if our server sent it. From a proxy, or a network that wants a log-in, these say nothing about the site. */
const serverKinds: Partial<Record<number, ProblemKind>> = { 401: 'key', 403: 'origin', 404: 'site', ...kinds }

/** By code, where it says more than the status. */
const kindsByCode: Readonly<Record<string, ProblemKind | undefined>> = {
  wrong_key_kind: 'key',
  key_in_browser: 'key',
  budget_exhausted: 'budget',
  proof_required: 'proof',
}

/** Parses the body of an error, which may come from a proxy. */
function readProblem(body: string) {
  try {
    return fieldsOf(JSON.parse(body))
  } catch {
    return {}
  }
}

/** Reads `Retry-After`, given in seconds or as a date. Returns seconds; 60 if it can't be read. */
export function readRetryAfter(header: string | null, now: number = Date.now()): number {
  const text = header?.trim() || 'none'
  const seconds = Number.isInteger(Number(text)) ? Number(text) : (Date.parse(text) - now) / 1_000
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : 60
}

/** The problem of a response that isn't an answer. */
export async function problemOfResponse(response: Response): Promise<AskProblem> {
  const problem = readProblem(await response.text().catch(() => ''))
  const [message, code] = [stringOf(problem.message), stringOf(problem.code)]
  const { status } = response
  const kind =
    (code !== undefined && Object.hasOwn(kindsByCode, code) ? kindsByCode[code] : undefined) ??
    (code === undefined ? kinds : serverKinds)[status]
  const otherKind = status >= 500 ? 'server' : code !== undefined && message ? 'message' : 'unreachable'
  return new AskProblem(kind ?? otherKind, message ?? `The server answered with ${status}.`, {
    code: code ?? `http_${status}`,
    status,
    ...(status === 429 ? { retryAfter: readRetryAfter(response.headers.get('retry-after')) } : {}),
  })
}

/** Whether an error means a lost connection, as browsers and the SDK put it. */
export const isNetworkError = (error: Error): boolean =>
  !(error instanceof AskProblem) && (error instanceof TypeError || /network|fetch|load failed/i.test(error.message))

/** What is known about the answer that an error ended. */
interface BrokenAnswer {
  /** Whether part of it is there: then the connection was lost during the answer, not before. */
  readonly hasText: boolean
  readonly isOnline: boolean
  /** What the server sent before the error: whether and when to ask again. */
  readonly details?: Pick<MessageMetadata, 'retryable' | 'retryAfterSeconds'> | undefined
}

/** The problem behind any error of the chat. */
export function problemOfError(error: Error, { hasText, isOnline, details }: BrokenAnswer): AskProblem {
  if (error instanceof AskProblem) return error
  if (isNetworkError(error) && !isOnline && !hasText) return new AskProblem('offline', error.message)
  if (isNetworkError(error)) return new AskProblem(hasText ? 'cut' : 'unreachable', error.message)
  if (/^AI_|^[A-Z]\w+Error\b/.test(error.name) && error.name !== 'Error')
    return new AskProblem(hasText ? 'cut' : 'server', error.message)
  // Anything else came through the stream: a sentence of the server for the reader.
  const { retryable, retryAfterSeconds } = details ?? {}
  return new AskProblem('message', error.message, { code: 'said', retryable, retryAfter: retryAfterSeconds })
}
