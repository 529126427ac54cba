import type { ProblemCode, ProblemIssue } from '@sidenote/contract'

interface AppErrorOptions {
  /** What went wrong underneath: for the log, never for the client. */
  cause?: unknown
  /** With `invalid_request`: the values that are wrong. */
  issues?: readonly ProblemIssue[]
  /** With `rate_limited` and `not_ready`: after how many seconds the same request is served. */
  retryAfterSeconds?: number
}

/**
 * The one error class of the server: a code, which decides the HTTP status, and a sentence for the person who reads it.
 * Anything else that is thrown reaches the client as `internal` with a neutral sentence.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ProblemCode
  readonly issues: readonly ProblemIssue[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ProblemCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.issues = options.issues
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/**
 * A request with one value that is wrong, as the validator refuses it.
 *
 * @param path where the value stands, as in `messages[0].parts[0].text`
 */
export const invalidValue = (path: string, message: string, cause?: unknown): AppError =>
  new AppError('invalid_request', message, { cause, issues: [{ path, message }] })

/** What was thrown, in its own words, unless these are of the engine’s stack. */
export const messageOf = (error: unknown): string =>
  error instanceof RangeError && /call stack/.test(error.message)
    ? 'It is nested too deeply.'
    : error instanceof Error
      ? error.message
      : String(error)
