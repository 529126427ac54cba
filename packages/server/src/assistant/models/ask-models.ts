import { setTimeout as wait } from 'node:timers/promises'
import { APICallError } from '@ai-sdk/provider'
import type { Logger } from 'pino'
import { observe } from '../../watch/observe.ts'
import { askModel } from './ask-model.ts'
import type { ModelCall, ModelPart } from './model-call.ts'
import { CallInText, explainFailures, type ModelFailure, ModelSuspended, readFailure } from './model-failure.ts'
import type { Models, NamedModel } from './models.ts'
import { type Silence, startSilence } from './silence.ts'

/** Milliseconds before a second try: half of it to three halves, so that tries that failed together spread. */
const retryPause = 250
/** Milliseconds. A model that wants more is skipped: the reader is waiting. */
const longestRetryAfter = 2_000
/** Milliseconds for which a provider's `Retry-After` may suspend a model. */
const longestSuspension = 60_000
/** Milliseconds. No number of tries makes a key right. */
const refusedSuspension = 10_000

/**
 * Asks the first model; once more when that may help, and then the next one, as long as nothing was said. A model that
 * fails again and again is suspended for a while.
 *
 * @throws AppError for the reader, when no model said a word; else the model's own error, or the abort reason of the
 * signal
 */
export async function* askModels(models: Models, call: ModelCall, log: Logger): AsyncGenerator<ModelPart> {
  const failures: ModelFailure[] = []
  const { total } = call.deadlines
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(new Error(`The answer took longer than ${total} ms.`)), total)
  const signal = AbortSignal.any([call.signal, deadline.signal])
  try {
    for (const [index, candidate] of models.entries()) {
      const failure = yield* tryModel(candidate, call, { isFallback: index > 0, signal, log })
      if (!failure) return
      failures.push(failure)
      if (signal.aborted) throw failure.error
      const next = models[index + 1]
      if (!next || failure.error instanceof ModelSuspended) continue
      const details = { err: failure.error, model: candidate.name, next: next.name }
      log.warn(details, 'the model failed before its first word; trying the next one')
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

/** Asks a model at most twice, and once without tools. @throws when it fails after it said something */
async function* tryModel(
  candidate: NamedModel,
  call: ModelCall,
  { isFallback, signal, log }: Try,
): AsyncGenerator<ModelPart, ModelFailure | undefined> {
  const { breaker, name } = candidate
  const silence = startSilence(call.deadlines)
  if (!breaker.enter()) return readFailure(new ModelSuspended(name, breaker.opensIn()))
  if (isFallback) observe('model-retry', { model: name, kind: 'fallback' })
  yield { type: 'model', name }
  let hasTools = true
  for (let isFirst = true; ; isFirst = false) {
    let said = false
    try {
      for await (const part of askModel(candidate, call, { silence, signal, hasTools })) {
        noteSuccess(candidate, log)
        if (part === 'progress') continue
        said ||= part.type === 'text'
        yield part
      }
      return undefined
    } catch (error) {
      // A reader who leaves says nothing about the model.
      if (call.signal.aborted) throw error
      const failure = readFailure(error)
      noteFailure(candidate, failure, log)
      if (said) throw error
      if (hasTools && worksWithoutTools(failure) && !signal.aborted) {
        hasTools = false
        log.info({ err: error, model: name }, 'trying the model without tools')
        continue
      }
      const pause = isFirst && !breaker.isOpen() ? pauseBefore(failure, silence) : undefined
      if (pause === undefined || signal.aborted) return failure
      observe('model-retry', { model: name, kind: 'retry' })
      log.info({ err: error, model: name, pause }, 'trying the model again')
      await silence.while(wait(pause, undefined, { signal }))
    }
  }
}

/** A server of open models that doesn't know how its model calls tools refuses them with 400, or gives calls as text. */
const worksWithoutTools = ({ kind, error }: ModelFailure): boolean =>
  error instanceof CallInText || (kind === 'unfit' && APICallError.isInstance(error))

/** Milliseconds to wait before a second try; undefined when there is to be none. */
const pauseBefore = ({ kind, retryAfter = 0 }: ModelFailure, silence: Silence): number | undefined => {
  if (kind !== 'busy' && kind !== 'away') return undefined
  const pause = retryAfter + retryPause * (0.5 + Math.random())
  return retryAfter > longestRetryAfter || pause >= silence.left() ? undefined : pause
}

/** Notes that a model works; logs it once when it didn't before. */
export const noteSuccess = ({ breaker, name }: NamedModel, log: Logger): void => {
  if (!breaker.succeed()) return
  observe('breaker', { model: name, open: false })
  log.info({ model: name }, 'the model answers again')
}

/** Counts a failure, and logs it once when the model is suspended for it. */
export const noteFailure = (
  { breaker, name }: NamedModel,
  { kind, retryAfter = 0, error }: ModelFailure,
  log: Logger,
): void => {
  // A question that a model rejects says nothing about the next one.
  if (kind === 'unfit') return
  if (kind === 'refused') {
    if (!breaker.fail(refusedSuspension)) return
    observe('breaker', { model: name, open: true })
    log.error({ err: error, model: name }, 'the provider refuses this model: check its name, its key and the account')
    return
  }
  const suspension =
    kind === 'busy' && retryAfter > longestRetryAfter ? Math.min(retryAfter, longestSuspension) : undefined
  if (!breaker.fail(suspension)) return
  observe('breaker', { model: name, open: true })
  log.warn({ err: error, model: name, milliseconds: breaker.opensIn() }, 'the model is suspended for a while')
}
