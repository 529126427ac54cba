import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
} from '@ai-sdk/provider'
import { watchCall } from '../../watch/model.ts'
import { type AssistantTools, type ToolOutcome, writeFound } from '../tools.ts'
import type { ModelPart } from './ask-models.ts'
import { type GatheredParts, gatherDeltas } from './gather-deltas.ts'
import type { Meter } from './meter.ts'
import { CalledInText, ModelRefused } from './model-failure.ts'
import type { NamedModel } from './models.ts'
import type { Silence } from './silence.ts'
import { recordStep } from './step-record.ts'
import { createThoughtFilter } from './thoughts.ts'

/** Of one part, in characters: no model says so much at once, and whoever reads may want no more after the first. */
const longestText = 16_000

interface Taking {
  readonly tools: AssistantTools
  readonly meter: Meter | undefined
  readonly silence: Silence
  readonly signal: AbortSignal
}

interface Step {
  /** False when the model has not said a word. */
  readonly said: boolean
  /** True when it was stopped before it had said everything: by the length of an answer, or by a filter of its provider. */
  readonly isCut: boolean
  /** What the model has to be told for its next step; empty when it asks for nothing. */
  readonly further: readonly LanguageModelV4Message[]
}

/**
 * Calls a model once and runs the tools that it asks for.
 *
 * @throws the model's own error, `ModelRefused`, or the abort reason of the signal.
 */
export async function* takeStep(
  { name, model }: NamedModel,
  options: LanguageModelV4CallOptions,
  { tools, meter, silence, signal }: Taking,
): AsyncGenerator<ModelPart | 'progress', Step> {
  const record = recordStep()
  const calls: { readonly isShown: boolean; readonly outcome: Promise<ToolOutcome> }[] = []
  const thoughts = createThoughtFilter()
  let ended: LanguageModelV4FinishReason['unified'] | undefined
  let said = false
  const say = function* (text: string): Generator<ModelPart> {
    if (text === '') return
    said = true
    yield* cut(text)
  }
  meter?.startStep()
  const call = watchCall(name, signal)
  let parts: GatheredParts | undefined
  try {
    const asked = Promise.resolve(model.doStream(options))
    parts = gatherDeltas((await silence.while(untilAborted(asked, signal))).stream)
    for (;;) {
      const part = await silence.while(untilAborted(parts.next(), signal))
      if (part === undefined) break
      record.read(part)
      if (part.type === 'error') throw part.error
      if (part.type === 'text-delta' || part.type === 'tool-input-start' || part.type === 'tool-call') call.say()
      if (part.type === 'finish') {
        const { unified, raw } = part.finishReason
        // Some gateways call the end of what broke off `error`, a word that their protocol does not have.
        if (unified === 'error' || raw === 'error') throw new Error(`The model ended with “${raw ?? unified}”.`)
        meter?.endStep(part.usage)
        call.complete(part.usage.inputTokens.total, part.usage.outputTokens.total)
        ended = unified
      }
      const sign = readSign(part, meter)
      if (sign === undefined) continue
      silence.broken()
      if (typeof sign === 'string') {
        const words = thoughts.push(sign)
        if (words === '') yield 'progress'
        else yield* say(words)
        continue
      }
      const input = tools.readInput(sign.toolName, sign.input)
      // The reader need not see a call that cannot be made.
      const isShown = input !== undefined && !tools.areSpent()
      calls.push({ isShown, outcome: runTool(tools, sign, input) })
      const { toolCallId, toolName } = sign
      if (isShown) yield { type: 'tool-call', toolCallId, toolName, input }
      else yield 'progress'
    }
  } catch (error) {
    call.fail(error)
    throw error
  } finally {
    call.leave()
    parts?.leave()
  }
  if (ended === undefined) throw new Error('The model’s stream ended in the middle.')
  yield* say(thoughts.end())
  if (ended === 'content-filter' && !said) throw new ModelRefused()
  if (thoughts.hadCall && !said) throw new CalledInText()
  const isCut = ended === 'length' || ended === 'content-filter'
  if (options.toolChoice?.type === 'none') return { said, isCut, further: [] }
  const outcomes: ToolOutcome[] = []
  for (const { isShown, outcome } of calls) {
    const ended = await untilAborted(outcome, signal)
    outcomes.push(ended)
    if (!isShown) continue
    const { toolCallId, output, error } = ended
    if (output) yield { type: 'tool-result', toolCallId, output }
    else if (error !== undefined) yield { type: 'tool-error', toolCallId, error }
  }
  return { said, isCut, further: outcomes.length === 0 ? [] : record.messages(outcomes) }
}

/** Text, a call of a tool of ours, or an empty text for any other sign of life; nothing when it is none. */
const readSign = (
  part: LanguageModelV4StreamPart,
  meter: Meter | undefined,
): string | LanguageModelV4ToolCall | undefined => {
  switch (part.type) {
    case 'text-delta':
      meter?.hear(part.delta.length)
      // PostgreSQL would refuse the whole turn for a NUL.
      return part.delta.replaceAll('\0', '') || undefined
    case 'reasoning-delta':
      meter?.hear(part.delta.length)
      return ''
    case 'tool-input-delta':
      return ''
    case 'tool-call':
      return part.providerExecuted ? '' : part
    default:
      return undefined
  }
}

function* cut(text: string): Generator<ModelPart> {
  for (let at = 0; at < text.length; at += longestText) yield { type: 'text', text: text.slice(at, at + longestText) }
}

/** Never rejects: the model is told that its call has failed, and may go on. */
const runTool = async (
  tools: AssistantTools,
  { toolCallId, toolName }: LanguageModelV4ToolCall,
  input: object | undefined,
): Promise<ToolOutcome> => {
  const call = { toolCallId, toolName }
  if (!input) return { ...call, isError: true, told: 'There is no such tool, or it does not take this input.' }
  try {
    const output = await tools.run(toolName, input)
    return { ...call, isError: false, told: writeFound(output), output }
  } catch (error) {
    return { ...call, isError: true, told: 'The search failed.', error }
  }
}

/** Rejects with the abort reason as soon as the signal fires, whatever the promise does. */
const untilAborted = <Value>(promise: PromiseLike<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    const settle = () => signal.removeEventListener('abort', abort)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    promise.then(
      (value) => {
        settle()
        resolve(value)
      },
      (error: unknown) => {
        settle()
        reject(error)
      },
    )
  })
