import { setTimeout as pass } from 'node:timers/promises'
import { APICallError, type JSONObject } from '@ai-sdk/provider'
import type { Logger } from 'pino'
import { observe } from '../../watch/observe.ts'
import type { Prompt } from '../prompt.ts'
import type { AssistantTools } from '../tools.ts'
import { askModel } from './ask-model.ts'
import { CalledInText, explainFailures, type ModelFailure, ModelLeftAlone, readFailure } from './model-failure.ts'
import type { Models, NamedModel } from './models.ts'
import { type Silence, startSilence } from './silence.ts'

/** How long a model may be silent. All in milliseconds. */
export interface Deadlines {
  /** Until its first token, a second try included. @default 20000 */
  readonly firstToken: number
  /** Between two tokens. @default 30000 */
  readonly gap: number
  /** For the whole answer, of all models together. @default 120000 */
  readonly total: number
}

export const defaultDeadlines: Deadlines = { firstToken: 20_000, gap: 30_000, total: 120_000 }

/** What a model does, reduced to what an answer needs. */
export type ModelPart =
  | { readonly type: 'model'; readonly name: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool-call'; readonly toolCallId: string; readonly toolName: string; readonly input: unknown }
  | { readonly type: 'tool-result'; readonly toolCallId: string; readonly output: unknown }
  /** The model was stopped before it had said everything. */
  | { readonly type: 'cut' }
  | { readonly type: 'tool-error'; readonly toolCallId: string; readonly error: unknown }

export interface ModelCall extends Prompt {
  readonly tools: AssistantTools
  /** For the quote model, which answers from these instead of reading the prompt. */
  readonly material: () => JSONObject
  readonly signal: AbortSignal
  readonly deadlines: Deadlines
  /** Told what each step has cost, as the model says; estimated when it does not, or was cut off. */
  readonly onTokens?: ((tokens: number) => void) | undefined
}

/** Before a second try, in milliseconds: half of it to three halves, so that those who failed together part. */
const retryPause = 250
/** A model that asks for more is passed over: the reader is waiting. */
const longestRetryAfter = 2_000
/** What a provider's `Retry-After` may keep a model away for. */
const longestPause = 60_000
/** No number of tries makes a key right. */
const refusedPause = 10_000

/**
 * Asks the first model; once more when that may help, and then the next one, as long as nothing has been said. A model
 * that fails again and again is passed over for a while.
 *
 * @throws AppError for the reader, when no model has said a word; else the model's own error, or the abort reason of the
 * signal.
 */
export async function* askModels(models: Models, call: ModelCall, log: Logger): AsyncGenerator<ModelPart> {
  const failures: ModelFailure[] = []
  const total = new AbortController()
  const { total: longest } = call.deadlines
  const timer = setTimeout(() => total.abort(new Error(`The answer took longer than ${longest} ms.`)), longest)
  const signal = AbortSignal.any([call.signal, total.signal])
  try {
    for (const [index, candidate] of models.entries()) {
      const failure = yield* tryModel(candidate, call, { isFallback: index > 0, signal, log })
      if (!failure) return
      failures.push(failure)
      const next = models[index + 1]
      if (signal.aborted) throw failure.error
      if (!next || failure.error instanceof ModelLeftAlone) continue
      log.warn({ err: failure.error, model: candidate.name, next: next.name }, 'model failed before its first word')
    }
    throw explainFailures(failures, { hasFiles: call.messages.some(({ attachments = [] }) => attachments.length > 0) })
  } finally {
    clearTimeout(timer)
  }
}

interface Try {
  readonly isFallback: boolean
  /** Of the reader and of the whole answer. */
  readonly signal: AbortSignal
  readonly log: Logger
}

/** At most two tries, and one without tools. @throws when it fails after it has said something. */
async function* tryModel(
  candidate: NamedModel,
  call: ModelCall,
  { isFallback, signal, log }: Try,
): AsyncGenerator<ModelPart, ModelFailure | undefined> {
  const { breaker, name } = candidate
  const silence = startSilence(call.deadlines)
  const entered = breaker.enter()
  if (!entered) return readFailure(new ModelLeftAlone(name, breaker.opensIn()))
  if (isFallback) observe('model-retry', { model: name, kind: 'fallback' })
  yield { type: 'model', name }
  let hasTools = true
  for (let isFirst = true; ; isFirst = false) {
    let said = false
    try {
      for await (const part of askModel(candidate, call, { silence, signal, hasTools })) {
        if (breaker.succeed()) {
          observe('breaker', { model: name, open: false })
          log.info({ model: name }, 'the model answers again')
        }
        if (part === 'progress') continue
        said ||= part.type === 'text'
        yield part
      }
      return undefined
    } catch (error) {
      // Whoever leaves says nothing about the model.
      if (call.signal.aborted) throw error
      const failure = readFailure(error)
      noteFailure(candidate, failure, log)
      if (said) throw error
      if (hasTools && canDoWithoutTools(failure) && !signal.aborted) {
        hasTools = false
        log.info({ err: error, model: name }, 'model is asked without tools')
        continue
      }
      const pause = isFirst && !breaker.isOpen() ? pauseBefore(failure, silence) : undefined
      if (pause === undefined || signal.aborted) return failure
      observe('model-retry', { model: name, kind: 'retry' })
      log.info({ err: error, model: name, pause }, 'model is asked once more')
      await silence.while(pass(pause, undefined, { signal }))
    }
  }
}

/**
 * Where nobody has told a server of open models how its model calls tools, it refuses them with 400, or gives calls as text.
 */
const canDoWithoutTools = ({ kind, error }: ModelFailure): boolean =>
  error instanceof CalledInText || (kind === 'unfit' && APICallError.isInstance(error))

/** Milliseconds to wait before a second try; nothing when there is to be none. */
const pauseBefore = ({ kind, retryAfter = 0 }: ModelFailure, silence: Silence): number | undefined => {
  if (kind !== 'busy' && kind !== 'away') return undefined
  const pause = retryAfter + retryPause * (0.5 + Math.random())
  return retryAfter > longestRetryAfter || pause >= silence.left() ? undefined : pause
}

/** Counts a failure, and tells the operator once when the model is left alone from now on. */
const noteFailure = (
  { breaker, name }: NamedModel,
  { kind, retryAfter = 0, error }: ModelFailure,
  log: Logger,
): void => {
  // A question that a model cannot take says nothing about the next one.
  if (kind === 'unfit') return
  if (kind === 'refused') {
    if (!breaker.fail(refusedPause)) return
    observe('breaker', { model: name, open: true })
    log.error({ err: error, model: name }, 'the provider refuses this model: check its name, its key and the account')
    return
  }
  const pause = kind === 'busy' && retryAfter > longestRetryAfter ? Math.min(retryAfter, longestPause) : undefined
  if (!breaker.fail(pause)) return
  observe('breaker', { model: name, open: true })
  log.warn({ err: error, model: name, milliseconds: breaker.opensIn() }, 'the model is left alone for a while')
}
