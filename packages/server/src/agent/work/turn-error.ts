import { type ModelFailure, readFailure } from '../../assistant/models/model-failure.ts'
import { HostError } from '../hosts/host.ts'
import { TurnFailed } from '../jobs/turn-failed.ts'

/** What an error of a turn means for the job and for people who watch it. */
export interface TurnError {
  /** The host or the model is away, ill or overloaded, so another try may help. */
  readonly isTemporary: boolean
  /** Milliseconds to wait, if the host or the provider says so; at most an hour. */
  readonly retryAfter: number | undefined
  /** For people. What a model's provider says stays in the log. */
  readonly sentence: string
}

/** Limits of hosts and providers end within an hour. */
const longestWait = 3_600_000

/** Reads an error that ended a turn. */
export const readTurnError = (error: unknown): TurnError => {
  if (error instanceof TurnFailed) return { isTemporary: false, retryAfter: undefined, sentence: error.message }
  if (error instanceof HostError) {
    const { failure, message, retryAfterSeconds } = error
    const isTemporary = failure === 'unreachable' || failure === 'limited'
    return { isTemporary, retryAfter: capWait(retryAfterSeconds && retryAfterSeconds * 1_000), sentence: message }
  }
  const modelError = lastModelError(error)
  if (!modelError) return { isTemporary: false, retryAfter: undefined, sentence: sentenceOf(error) }
  const { kind, retryAfter } = readFailure(modelError)
  return {
    isTemporary: kind === 'busy' || kind === 'away',
    retryAfter: capWait(retryAfter),
    sentence: modelSentence(kind, statusOf(modelError)),
  }
}

const capWait = (milliseconds: number | undefined): number | undefined =>
  milliseconds === undefined ? undefined : Math.min(milliseconds, longestWait)

const sentenceOf = (error: unknown): string =>
  error instanceof Error && error.name === 'TimeoutError'
    ? 'The language model took too long for one answer.'
    : 'Something went wrong on the server; see its log.'

/** What a model call failed with at its last try; undefined when the error doesn't come from a model call. */
const lastModelError = (error: unknown): Error | undefined => {
  if (!(error instanceof Error && error.name.startsWith('AI_'))) return undefined
  return 'lastError' in error && error.lastError instanceof Error ? error.lastError : error
}

const statusOf = (error: Error): string =>
  'statusCode' in error && typeof error.statusCode === 'number' ? ` (HTTP ${error.statusCode})` : ''

const modelSentence = (kind: ModelFailure['kind'], status: string): string => {
  if (kind === 'refused') {
    return `The provider refuses the language model${status}: check its name, its key and the account.`
  }
  if (kind === 'unfit') {
    return `The language model rejected the request${status}: it may be too long for the model, or the model cannot call tools.`
  }
  return `The language model did not answer${status}.`
}
