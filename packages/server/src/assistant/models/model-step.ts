import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
} from '@ai-sdk/provider'
import { watchCall } from '../../watch/model.ts'
import type { ToolOutcome } from '../tool-result.ts'
import { type AssistantTools, writeToolResult } from '../tools.ts'
import { type GatheredParts, gatherDeltas } from './gather-deltas.ts'
import type { Meter } from './meter.ts'
import type { ModelPart } from './model-call.ts'
import { CallInText, FilteredAnswer } from './model-failure.ts'
import type { NamedModel } from './models.ts'
import type { Silence } from './silence.ts'
import { recordStep } from './step-record.ts'
import { createThoughtFilter } from './thoughts.ts'

/** Characters of one part: no model says so much at once, and the reader of the stream may want no more after the first. */
const longestText = 16_000

interface StepContext {
  readonly tools: AssistantTools
  readonly meter: Meter | undefined
  readonly silence: Silence
  readonly signal: AbortSignal
}

/** How a step ended. */
interface Step {
  /** False when the model didn't say a word. */
  readonly said: boolean
  /** Whether it was stopped before it had said everything: by the length limit, or by a filter of its provider. */
  readonly isCut: boolean
  /** What the model gets for its next step; empty when it called nothing. */
  readonly messages: readonly LanguageModelV4Message[]
}

/**
 * Calls a model once and runs the tools that it calls.
 *
 * @throws the model's own error, `FilteredAnswer`, `CallInText`, or the abort reason of the signal
 */
export async function* takeStep(
  named: NamedModel,
  options: LanguageModelV4CallOptions,
  context: StepContext,
): AsyncGenerator<ModelPart | 'progress', Step> {
  const { tools, meter, silence, signal } = context
  const record = recordStep()
  const thoughts = createThoughtFilter()
  const calls: PendingCall[] = []
  let reason: FinishReason = 'other'
  let said = false
  const say = function* (text: string): Generator<ModelPart> {
    if (text === '') return
    said = true
    yield* splitText(text)
  }
  for await (const part of readParts(named, options, context)) {
    record.read(part)
    if (part.type === 'finish') reason = part.finishReason.unified
    const sign = readSign(part, meter)
    if (sign === undefined) continue
    silence.reset()
    if (typeof sign !== 'string') {
      const call = startCall(tools, sign)
      calls.push(call)
      yield call.part ?? 'progress'
      continue
    }
    const words = thoughts.push(sign)
    if (words === '') yield 'progress'
    else yield* say(words)
  }
  yield* say(thoughts.end())
  if (reason === 'content-filter' && !said) throw new FilteredAnswer()
  if (thoughts.hadCall && !said) throw new CallInText()
  const isCut = reason === 'length' || reason === 'content-filter'
  if (options.toolChoice?.type === 'none') return { said, isCut, messages: [] }
  const outcomes = yield* awaitCalls(calls, signal)
  return { said, isCut, messages: outcomes.length === 0 ? [] : record.messages(outcomes) }
}

type FinishReason = LanguageModelV4FinishReason['unified']

/** Streams a model's parts, gathered. Counts and times the call. @throws also when the stream ends without a `finish` */
async function* readParts(
  { name, model }: NamedModel,
  options: LanguageModelV4CallOptions,
  { meter, silence, signal }: StepContext,
): AsyncGenerator<LanguageModelV4StreamPart> {
  meter?.startStep()
  const call = watchCall(name, signal)
  let parts: GatheredParts | undefined
  let isFinished = false
  try {
    const start = Promise.resolve(model.doStream(options))
    parts = gatherDeltas((await silence.while(untilAborted(start, signal))).stream)
    for (;;) {
      const part = await silence.while(untilAborted(parts.next(), signal))
      if (part === undefined) break
      if (part.type === 'error') throw part.error
      if (part.type === 'text-delta' || part.type === 'tool-input-start' || part.type === 'tool-call') call.say()
      if (part.type === 'finish') {
        requireGoodEnd(part.finishReason)
        meter?.endStep(part.usage)
        call.complete(part.usage.inputTokens.total, part.usage.outputTokens.total)
        isFinished = true
      }
      yield part
    }
    if (!isFinished) throw new Error('The model’s stream ended in the middle.')
  } catch (error) {
    call.fail(error)
    throw error
  } finally {
    call.leave()
    parts?.leave()
  }
}

/** Some gateways end a stream that broke off with `error`, a reason that their protocol doesn't have. */
const requireGoodEnd = ({ unified, raw }: LanguageModelV4FinishReason): void => {
  if (unified === 'error' || raw === 'error') throw new Error(`The model ended with “${raw ?? unified}”.`)
}

/** Text, a call of one of our tools, or an empty text for any other sign of life; undefined when it is none. */
const readSign = (
  part: LanguageModelV4StreamPart,
  meter: Meter | undefined,
): string | LanguageModelV4ToolCall | undefined => {
  switch (part.type) {
    case 'text-delta':
      meter?.addOutput(part.delta.length)
      // PostgreSQL would refuse the whole turn for a NUL.
      return part.delta.replaceAll('\0', '') || undefined
    case 'reasoning-delta':
      meter?.addOutput(part.delta.length)
      return ''
    case 'tool-input-delta':
      return ''
    case 'tool-call':
      return part.providerExecuted ? '' : part
    default:
      return undefined
  }
}

function* splitText(text: string): Generator<ModelPart> {
  for (let at = 0; at < text.length; at += longestText) yield { type: 'text', text: text.slice(at, at + longestText) }
}

/** A call of a tool that runs. */
interface PendingCall {
  /** Undefined for a call that cannot be made: the reader needn't see it. */
  readonly part: ModelPart | undefined
  readonly outcome: Promise<ToolOutcome>
}

const startCall = (tools: AssistantTools, call: LanguageModelV4ToolCall): PendingCall => {
  const { toolCallId, toolName } = call
  const input = tools.readInput(toolName, call.input)
  const isShown = input !== undefined && !tools.areSpent()
  return {
    part: isShown ? { type: 'tool-call', toolCallId, toolName, input } : undefined,
    outcome: runTool(tools, call, input),
  }
}

/** Never rejects: the model learns that its call failed, and may go on. */
const runTool = async (
  tools: AssistantTools,
  { toolCallId, toolName }: LanguageModelV4ToolCall,
  input: object | undefined,
): Promise<ToolOutcome> => {
  const call = { toolCallId, toolName }
  if (!input) return { ...call, isError: true, text: 'There is no such tool, or it doesn’t accept this input.' }
  try {
    const result = await tools.run(toolName, input)
    return { ...call, isError: false, text: writeToolResult(result), result }
  } catch (error) {
    return { ...call, isError: true, text: 'The search failed.', error }
  }
}

async function* awaitCalls(
  calls: readonly PendingCall[],
  signal: AbortSignal,
): AsyncGenerator<ModelPart, ToolOutcome[]> {
  const outcomes: ToolOutcome[] = []
  for (const { part, outcome } of calls) {
    const settled = await untilAborted(outcome, signal)
    outcomes.push(settled)
    if (!part) continue
    const { toolCallId, result, error } = settled
    if (result) yield { type: 'tool-result', toolCallId, output: result }
    else if (error !== undefined) yield { type: 'tool-error', toolCallId, error }
  }
  return outcomes
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
