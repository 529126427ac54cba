import { APICallError, UnsupportedFunctionalityError } from '@ai-sdk/provider'
import { AppError } from '../../errors.ts'
import { readPatience } from '../../retry-after.ts'

/** What a failure of a model means for what is done next. */
export interface ModelFailure {
  /**
   * `busy`: it has no room now. `away`: it cannot be reached, or the provider fails. `broken`: too slow, or what came back
   * is no answer. `refused`: it does not take our key, or there is no such model. `unfit`: it does not take this question.
   */
  readonly kind: 'busy' | 'away' | 'broken' | 'refused' | 'unfit'
  /** Milliseconds that the provider asks to wait for. */
  readonly retryAfter?: number
  /** For the log. */
  readonly error: unknown
}

/** A provider’s filter has stopped the model before its first word. */
export class ModelRefused extends Error {
  override readonly name = 'ModelRefused'

  constructor() {
    super('The provider’s filter has stopped the answer.')
  }
}

/** A model has called tools in a text, which its server was to read. */
export class CalledInText extends Error {
  override readonly name = 'CalledInText'

  constructor() {
    super('The model has called a tool in its text: its server does not know how this model calls tools.')
  }
}

/** A model that was not asked, because it has failed too often. */
export class ModelLeftAlone extends Error {
  override readonly name = 'ModelLeftAlone'
  /** Milliseconds until it is tried again. */
  readonly opensIn: number

  constructor(model: string, opensIn: number) {
    super(`${model} is left alone for ${Math.ceil(opensIn)} ms, since it has failed too often.`)
    this.opensIn = opensIn
  }
}

const passing = new Set([408, 409])
const refusing = new Set([401, 402, 403, 404])
/** Codes of Node and its fetch for connections that could not be made or have ended. */
const brokenConnection = /^(?:ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENET|UND_ERR_)/

/** Finds out what a failure means. Reads statuses, headers and codes; what a provider says in words means nothing. */
export const readFailure = (error: unknown): ModelFailure => {
  if (error instanceof ModelLeftAlone) return { kind: 'away', retryAfter: error.opensIn, error }
  if (error instanceof ModelRefused || UnsupportedFunctionalityError.isInstance(error)) return { kind: 'unfit', error }
  if (!APICallError.isInstance(error)) return { kind: hasBrokenConnection(error) ? 'away' : 'broken', error }
  const { statusCode, responseHeaders = {}, isRetryable } = error
  const asked = readPatience(responseHeaders)
  const retryAfter = asked === undefined ? {} : { retryAfter: asked }
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
 * What a reader is told when no model has answered: ours to say, never a provider's. `rate_limited` and `not_ready` are
 * worth another try, after a time if it is known; `internal` is not.
 *
 * @param hasFiles whether the reader attached any: most models that do not take such a question do not take these
 */
export const explainFailures = (failures: readonly ModelFailure[], { hasFiles = false } = {}): AppError => {
  const cause = failures.at(-1)?.error
  const times = failures.flatMap(({ retryAfter }) => (retryAfter === undefined ? [] : [retryAfter]))
  const retryAfterSeconds = times.length > 0 ? seconds(Math.min(...times)) : undefined
  const when = retryAfterSeconds === undefined ? 'in a moment' : `in ${countSeconds(retryAfterSeconds)}`
  const more = { cause, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
  const isLeftAlone = ({ error }: ModelFailure) => error instanceof ModelLeftAlone
  const others = failures.filter((failure) => !isLeftAlone(failure))
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
