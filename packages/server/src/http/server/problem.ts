import { isAgentAddress, isTokenAddress, type Problem, type ProblemCode, problemStatus } from '@sidenote/contract'
import type { ErrorRequestHandler, Request, Response } from 'express'
import type { Logger } from 'pino'
import { isStoreUnavailable } from '../../database/unavailable.ts'
import { AppError } from '../../errors.ts'
import { hideKeys } from '../../watch/log.ts'
import { requestIdOf } from './request-id.ts'
import { createOriginWarning } from './warn-of-origins.ts'

const retrySeconds = 2

const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.floor(bytes / 1_024)} kB` : `${Math.floor(bytes / 1_000_000)} MB`

/** The errors of Express and its body parser, by their `type`. */
const parserErrors: Readonly<Record<string, (message: string, limit?: number) => AppError>> = {
  'entity.too.large': (_message, limit = 1_048_576) =>
    new AppError('too_large', `The body is larger than ${sizeText(limit)}.`),
  'entity.parse.failed': (message) => new AppError('invalid_request', `The body is not JSON: ${message}.`),
  'parameters.too.many': () => new AppError('invalid_request', 'The body has more fields than any operation takes.'),
  'encoding.unsupported': (message) => new AppError('unsupported_media_type', `Cannot read the body: ${message}.`),
  'charset.unsupported': (message) => new AppError('unsupported_media_type', `Cannot read the body: ${message}.`),
  'request.aborted': () => new AppError('invalid_request', 'The body ended too early.'),
  'request.size.invalid': () => new AppError('invalid_request', 'The body is not as long as Content-Length says.'),
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined

/** Turns any error into one that a client may read. */
const toAppError = (error: unknown, request: Request): AppError => {
  if (error instanceof AppError) return error
  if (error instanceof Error && 'type' in error && typeof error.type === 'string') {
    const describe = parserErrors[error.type]
    if (describe) return describe(error.message, 'limit' in error ? Number(error.limit) : undefined)
  }
  if (error instanceof URIError) {
    return new AppError('invalid_request', `The address ${request.path} has a broken % sequence.`)
  }
  if (statusOf(error) === 400) {
    const compression = request.get('content-encoding')
    const message = compression
      ? `The body is not compressed as its Content-Encoding says: ${compression}.`
      : 'The server cannot read the request.'
    return new AppError('invalid_request', message, { cause: error })
  }
  if (isStoreUnavailable(error)) {
    const message = 'The server cannot reach its database right now. Please try again in a moment.'
    return new AppError('not_ready', message, { cause: error, retryAfterSeconds: retrySeconds })
  }
  return new AppError('internal', 'Something went wrong on the server. Its log says what.', { cause: error })
}

const writeProblem = (response: Response, error: AppError, path: string): void => {
  const whole = error.code === 'invalid_request' ? [{ path: '', message: error.message }] : undefined
  const issues = error.issues ?? whole
  const problem: Problem = {
    message: hideKeys(error.message),
    code: error.code,
    requestId: requestIdOf(response),
    ...(issues && { issues: issues.map(({ path, message }) => ({ path, message: hideKeys(message) })) }),
  }
  const status = problemStatus[error.code]
  if (status === 401 && !response.get('WWW-Authenticate')) response.set('WWW-Authenticate', 'Bearer')
  if (error.retryAfterSeconds !== undefined) response.set('Retry-After', String(error.retryAfterSeconds))
  response.status(status).json({ ...problem, ...otherFieldsOf(problem, path) })
}

/** The codes that OAuth has too. */
const tokenErrors: ReadonlySet<ProblemCode> = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'invalid_target',
  'unsupported_grant_type',
])

/** What the clients of some addresses read in place of ours. */
const otherFieldsOf = ({ code, message }: Problem, path: string): Readonly<Record<string, string>> => {
  if (isAgentAddress(path)) return { error: message }
  if (!isTokenAddress(path)) return {}
  const other = problemStatus[code] < 500 ? 'invalid_request' : 'server_error'
  return { error: tokenErrors.has(code) ? code : other, error_description: message }
}

/** Answers every error of every route as JSON, and logs the cause of a 5xx. */
export const answerProblems = (log: Logger): ErrorRequestHandler => {
  const warnOfOrigin = createOriginWarning(log)
  return (error, request, response, _next) => {
    const problem = toAppError(error, request)
    warnOfOrigin(problem, request.get('origin'))
    // A 503 without a cause, as during shutdown, is the server’s own: the line of the request says enough.
    if (problemStatus[problem.code] >= 500 && !(problem.code === 'not_ready' && problem.cause === undefined)) {
      const { cause = problem } = problem
      log.error({ requestId: requestIdOf(response), err: cause }, 'request failed')
    }
    if (response.headersSent) {
      response.destroy()
      return
    }
    // The rest of a refused body isn’t read, so the connection can’t be used again.
    if (!request.complete) response.set('Connection', 'close')
    writeProblem(response, problem, request.path)
  }
}
