import type { Problem } from '@sidenote/contract'

/** Why an answer did not come, or not whole, in terms of what the reader can do about it. */
export type ProblemKind =
  | 'rateLimited'
  | 'offline'
  | 'unreachable'
  | 'cut'
  | 'key'
  | 'origin'
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
  /** When the reader may ask again, in seconds from now. Only with `rateLimited`. */
  readonly retryAfter: number | undefined

  constructor(
    kind: ProblemKind,
    message: string,
    details: { code?: string; status?: number; retryAfter?: number } = {},
  ) {
    super(message)
    this.kind = kind
    this.code = details.code ?? kind
    this.status = details.status
    this.retryAfter = details.retryAfter
  }

  /** Whether asking once more may help. */
  get retryable(): boolean {
    return !['key', 'origin', 'site', 'tooLong'].includes(this.kind)
  }
}

const kinds: Partial<Record<number, ProblemKind>> = {
  401: 'key',
  403: 'origin',
  404: 'site',
  413: 'tooLong',
  429: 'rateLimited',
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
  const kind = code === 'wrong_key_kind' || code === 'key_in_browser' ? 'key' : kinds[response.status]
  const isSaid = !kind && response.status < 500 && typeof message === 'string'
  const sentence = typeof message === 'string' ? message : `The server answered with ${response.status}.`
  return new AskProblem(kind ?? (isSaid ? 'said' : 'server'), sentence, {
    code: typeof code === 'string' ? code : `http_${response.status}`,
    status: response.status,
    ...(response.status === 429 ? { retryAfter: readRetryAfter(response.headers.get('retry-after')) } : {}),
  })
}

/**
 * The problem behind any error of the chat.
 * @param hasText whether part of the answer is there: then the connection was lost, not missing
 */
export function problemOfError(error: Error, hasText: boolean, isOnline: boolean): AskProblem {
  if (error instanceof AskProblem) return error
  const isNetwork = error instanceof TypeError || /network|fetch|load failed/i.test(error.message)
  if (isNetwork && !isOnline && !hasText) return new AskProblem('offline', error.message)
  if (isNetwork) return new AskProblem(hasText ? 'cut' : 'unreachable', error.message)
  // What remains came through the stream: the server's own sentence, meant for the reader.
  return /^AI_|^[A-Z]\w+Error\b/.test(error.name) && error.name !== 'Error'
    ? new AskProblem(hasText ? 'cut' : 'server', error.message)
    : new AskProblem('said', error.message)
}
