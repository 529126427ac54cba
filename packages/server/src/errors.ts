import type { ProblemCode, ProblemIssue } from '@sidenote/contract'

interface AppErrorOptions {
  /** The underlying error: for the log, never for the client. */
  cause?: unknown
  /** With `invalid_request`: the values that are wrong. */
  issues?: readonly ProblemIssue[]
  /** For the log, never for the client: what the owner can do about it, as a sentence. */
  advice?: string
  /** With `rate_limited` and `not_ready`: seconds after which the same request can succeed. */
  retryAfterSeconds?: number
}

/**
 * The server’s error for clients: a code, which decides the HTTP status, and a sentence for a person. Any other error
 * reaches the client as `internal`, with a neutral sentence.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ProblemCode
  readonly issues: readonly ProblemIssue[] | undefined
  readonly advice: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ProblemCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.issues = options.issues
    this.advice = options.advice
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/**
 * The error for a request with one wrong value, in the form of the validator’s errors.
 *
 * @param path where the value is, such as `messages[0].parts[0].text`
 */
export const invalidValue = (path: string, message: string, cause?: unknown): AppError =>
  new AppError('invalid_request', message, { cause, issues: [{ path, message }] })

/** The message of an error; a plain sentence for a stack overflow, which deep nesting causes. */
export const messageOf = (error: unknown): string => {
  if (error instanceof RangeError && error.message.includes('call stack')) return 'It is nested too deeply.'
  return error instanceof Error ? error.message : String(error)
}
