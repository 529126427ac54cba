import type { MessageMetadata, Problem } from '@sidenote/contract'

/** Why an answer did not come, or not whole, in terms of what the reader can do about it. */
export type ProblemKind =
  | 'rateLimited'
  | 'budget'
  | 'offline'
  | 'unreachable'
  | 'cut'
  | 'key'
  | 'origin'
  | 'proof'
  | 'site'
  | 'tooLong'
  | 'server'
  | 'said'

/** What the transport throws, so that the panel need not read messages. */
export class AskProblem extends Error {
  override readonly name = 'AskProblem'
  readonly kind: ProblemKind
  readonly code: string
  readonly status: number | undefined
  /** When the reader may ask again, in seconds from now, where that is known. */
  readonly retryAfter: number | undefined
  /** Whether asking once more may help. */
  readonly retryable: boolean

  constructor(
    kind: ProblemKind,
    message: string,
    details: { code?: string; status?: number; retryAfter?: number | undefined; retryable?: boolean | undefined } = {},
  ) {
    super(message)
    this.kind = kind
    this.code = details.code ?? kind
    this.status = details.status
    this.retryAfter = details.retryAfter
    this.retryable = details.retryable ?? !['key', 'origin', 'site', 'tooLong', 'budget'].includes(kind)
  }
}

/** Whoever says it. */
const kinds: Partial<Record<number, ProblemKind>> = { 413: 'tooLong', 429: 'rateLimited' }

/** When our server says it. From a proxy, or a network that wants a log-in, it tells nothing of the site. */
const ownKinds: Partial<Record<number, ProblemKind>> = { 401: 'key', 403: 'origin', 404: 'site', ...kinds }

/** Where the code says more than the status. */
const kindsByCode: Readonly<Record<string, ProblemKind | undefined>> = {
  wrong_key_kind: 'key',
  key_in_browser: 'key',
  budget_exhausted: 'budget',
  proof_required: 'proof',
}

/** Reads an error body, also of a proxy that knows nothing of ours. */
function readProblem(body: string): Partial<Problem> {
  try {
    const read: unknown = JSON.parse(body)
    return typeof read === 'object' && read !== null ? (read as Partial<Problem>) : {}
  } catch {
    return {}
  }
}

/** `Retry-After` in seconds or as a date; a minute when it says nothing. */
export function readRetryAfter(header: string | null, now: number = Date.now()): number {
  const seconds = header && /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header ?? '') - now) / 1_000
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : 60
}

/** The problem that a refused request has. */
export async function problemOfResponse(response: Response): Promise<AskProblem> {
  const { message, code } = readProblem(await response.text().catch(() => ''))
  const { status } = response
  const isOwn = typeof code === 'string'
  const kind =
    (isOwn && Object.hasOwn(kindsByCode, code) ? kindsByCode[code] : undefined) ?? (isOwn ? ownKinds : kinds)[status]
  const otherKind = status >= 500 ? 'server' : isOwn && message ? 'said' : 'unreachable'
  const sentence = typeof message === 'string' ? message : `The server answered with ${status}.`
  return new AskProblem(kind ?? otherKind, sentence, {
    code: isOwn ? code : `http_${status}`,
    status,
    ...(status === 429 ? { retryAfter: readRetryAfter(response.headers.get('retry-after')) } : {}),
  })
}

/** Whether an error means that the connection is gone, as browsers and the SDK say it. */
export const isNetworkError = (error: Error): boolean =>
  !(error instanceof AskProblem) && (error instanceof TypeError || /network|fetch|load failed/i.test(error.message))

/** What is known of the answer that an error ended. */
interface Broken {
  /** Whether part of the answer is there: then the connection was lost, not missing. */
  readonly hasText: boolean
  readonly isOnline: boolean
  /** What the server said before the error: whether and when to ask again. */
  readonly details?: Pick<MessageMetadata, 'retryable' | 'retryAfterSeconds'> | undefined
}

/** The problem behind any error of the chat. */
export function problemOfError(error: Error, { hasText, isOnline, details }: Broken): AskProblem {
  if (error instanceof AskProblem) return error
  if (isNetworkError(error) && !isOnline && !hasText) return new AskProblem('offline', error.message)
  if (isNetworkError(error)) return new AskProblem(hasText ? 'cut' : 'unreachable', error.message)
  if (/^AI_|^[A-Z]\w+Error\b/.test(error.name) && error.name !== 'Error')
    return new AskProblem(hasText ? 'cut' : 'server', error.message)
  // What remains came through the stream: the server's own sentence, meant for the reader.
  const { retryable, retryAfterSeconds } = details ?? {}
  return new AskProblem('said', error.message, { retryable, retryAfter: retryAfterSeconds })
}
