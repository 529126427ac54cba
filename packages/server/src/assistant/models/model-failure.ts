import { APICallError, UnsupportedFunctionalityError } from '@ai-sdk/provider'
import { AppError } from '../../errors.ts'
import { readPatience } from '../../retry-after.ts'

/** What a failure of a model means for the next try. */
export interface ModelFailure {
  /**
   * `busy`: it has no capacity now. `away`: it cannot be reached, or the provider fails. `broken`: too slow, or its answer
   * makes no sense. `refused`: it rejects our key, or there is no such model. `unfit`: it rejects this question.
   */
  readonly kind: 'busy' | 'away' | 'broken' | 'refused' | 'unfit'
  /** Milliseconds that the provider asks us to wait. */
  readonly retryAfter?: number
  /** For the log. */
  readonly error: unknown
}

/** A provider's filter stopped the model before its first word. */
export class FilteredAnswer extends Error {
  override readonly name = 'FilteredAnswer'

  constructor() {
    super('The provider’s filter stopped the answer.')
  }
}

/** A model called tools in its text, which its server should have parsed. */
export class CallInText extends Error {
  override readonly name = 'CallInText'

  constructor() {
    super('The model called a tool in its text: its server does not know how this model calls tools.')
  }
}

/** A model that wasn't asked, because it failed too often. */
export class ModelSuspended extends Error {
  override readonly name = 'ModelSuspended'
  /** Milliseconds until the next try. */
  readonly opensIn: number

  constructor(model: string, opensIn: number) {
    super(`${model} is suspended for ${Math.ceil(opensIn)} ms, because it failed too often.`)
    this.opensIn = opensIn
  }
}

const passing = new Set([408, 409])
const refusing = new Set([401, 402, 403, 404])
/** Codes of Node and its fetch for connections that could not be made or have ended. */
const brokenConnection = /^(?:ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENET|UND_ERR_)/

/** Reads what a failure means from statuses, headers and codes. A provider's words don't count. */
export const readFailure = (error: unknown): ModelFailure => {
  if (error instanceof ModelSuspended) return { kind: 'away', retryAfter: error.opensIn, error }
  if (error instanceof FilteredAnswer || UnsupportedFunctionalityError.isInstance(error))
    return { kind: 'unfit', error }
  if (!APICallError.isInstance(error)) return { kind: hasBrokenConnection(error) ? 'away' : 'broken', error }
  const { statusCode, responseHeaders = {}, isRetryable } = error
  const milliseconds = readPatience(responseHeaders)
  const retryAfter = milliseconds === undefined ? {} : { retryAfter: milliseconds }
  if (statusCode === 429 || statusCode === 529) return { kind: 'busy', ...retryAfter, error }
  if (statusCode !== undefined && refusing.has(statusCode)) return { kind: 'refused', error }
  if (statusCode !== undefined && statusCode < 400) return { kind: 'broken', error }
  if (statusCode === undefined) return { kind: isRetryable ? 'away' : 'broken', error }
  return { kind: statusCode >= 500 || passing.has(statusCode) ? 'away' : 'unfit', ...retryAfter, error }
}

const hasBrokenConnection = (error: unknown, depth = 0): boolean => {
  if (!(error instanceof Error) || depth > 4) return false
  if ('code' in error && typeof error.code === 'string' && brokenConnection.test(error.code)) return true
  return hasBrokenConnection(error.cause, depth + 1)
}

const seconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1_000))

const countSeconds = (count: number): string => (count === 1 ? 'a second' : `${count} seconds`)

/**
 * The error for the reader when no model answered, in our words, never a provider's. `rate_limited` and `not_ready` are
 * worth another try, after a time if it is known; `internal` is not.
 *
 * @param hasFiles whether the reader attached any: a model that rejects such a question mostly rejects the files
 */
export const explainFailures = (failures: readonly ModelFailure[], { hasFiles = false } = {}): AppError => {
  const cause = failures.at(-1)?.error
  const times = failures.flatMap(({ retryAfter }) => (retryAfter === undefined ? [] : [retryAfter]))
  const retryAfterSeconds = times.length > 0 ? seconds(Math.min(...times)) : undefined
  const when = retryAfterSeconds === undefined ? 'in a moment' : `in ${countSeconds(retryAfterSeconds)}`
  const more = { cause, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
  const others = failures.filter(({ error }) => !(error instanceof ModelSuspended))
  if (others.length > 0 && others.every(({ kind }) => kind === 'busy')) {
    return new AppError('rate_limited', `The assistant is busy right now. Please try again ${when}.`, more)
  }
  if (others.length > 0 && others.every(({ kind }) => kind === 'refused')) {
    return new AppError('internal', 'The assistant cannot answer at the moment.', { cause })
  }
  if (others.length > 0 && others.every(({ kind }) => kind === 'unfit')) {
    const message = hasFiles
      ? 'The assistant cannot read what is attached. Please ask again without it, or attach something else.'
      : 'The assistant cannot answer this. Please put the question in other words, or more briefly.'
    return new AppError('internal', message, { cause })
  }
  if (others.length === 0) {
    return new AppError('not_ready', `The assistant is not available right now. Please try again ${when}.`, more)
  }
  return new AppError('not_ready', 'The answer could not be completed. Please try again.', { cause })
}
