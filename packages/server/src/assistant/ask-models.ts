import type { JSONObject } from '@ai-sdk/provider'
import { isStepCount, type ModelMessage, streamText, type TextStreamPart, type ToolSet } from 'ai'
import type { Logger } from 'pino'
import type { Models, NamedModel } from './models.ts'

/** How long a model may be silent. All in milliseconds. */
export interface Deadlines {
  /** Until its first token. @default 20000 */
  readonly firstToken: number
  /** Between two tokens. @default 30000 */
  readonly gap: number
  /** For the whole answer. @default 120000 */
  readonly total: number
}

export const defaultDeadlines: Deadlines = { firstToken: 20_000, gap: 30_000, total: 120_000 }

/** What a model does, reduced to what an answer needs. */
export type ModelPart =
  | { readonly type: 'model'; readonly name: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool-call'; readonly toolCallId: string; readonly toolName: string; readonly input: unknown }
  | { readonly type: 'tool-result'; readonly toolCallId: string; readonly output: unknown }
  | { readonly type: 'tool-error'; readonly toolCallId: string; readonly error: unknown }

export interface ModelCall {
  readonly instructions: string
  readonly messages: ModelMessage[]
  readonly tools: ToolSet
  /** For the quote model, which answers from these instead of reading the prompt. */
  readonly material: JSONObject
  readonly signal: AbortSignal
  readonly deadlines: Deadlines
}

const steps = 5
/** Of one step. A long answer has some 800; the rest is for models that think aloud. */
const longestOutput = 8_000

/**
 * Asks the first model; the next one when it fails before it has said a word.
 *
 * @throws the model's own error, or the abort reason of the signal.
 */
export async function* askModels(models: Models, call: ModelCall, log: Logger): AsyncGenerator<ModelPart> {
  for (const [index, candidate] of models.entries()) {
    let said = false
    try {
      yield { type: 'model', name: candidate.name }
      for await (const part of askModel(candidate, call)) {
        said ||= part.type === 'text'
        yield part
      }
      return
    } catch (error) {
      const next = models[index + 1]
      if (said || call.signal.aborted || !next) throw error
      log.warn({ err: error, model: candidate.name, next: next.name }, 'model failed before its first word')
    }
  }
}

async function* askModel({ model }: NamedModel, call: ModelCall): AsyncGenerator<ModelPart> {
  const deadline = startDeadlines(call.deadlines)
  const signal = AbortSignal.any([call.signal, deadline.signal])
  const result = streamText({
    model,
    instructions: call.instructions,
    messages: call.messages,
    tools: call.tools,
    stopWhen: isStepCount(steps),
    // The last step has to end in words.
    prepareStep: ({ stepNumber }) => (stepNumber === steps - 1 ? { toolChoice: 'none' } : undefined),
    maxOutputTokens: longestOutput,
    maxRetries: 0,
    abortSignal: signal,
    providerOptions: { sidenote: call.material },
    // Errors arrive as parts of the stream; without this the SDK writes them to the console.
    onError: () => undefined,
  })
  const parts = result.stream[Symbol.asyncIterator]()
  let said = false
  try {
    for (;;) {
      const { done, value } = await untilAborted(parts.next(), signal)
      if (done) break
      const part = readPart(value)
      if (part === 'progress' || typeof part === 'object') deadline.progress()
      if (typeof part !== 'object') continue
      said ||= part.type === 'text'
      yield part
    }
  } finally {
    deadline.end()
    // Not awaited: a model that ignores the signal would never let go.
    void parts.return?.()?.catch(() => undefined)
  }
  if (!said) throw new Error('The model ended without a word.')
}

/** Gives a part of ours, `progress` for a sign of life, or nothing. Throws when the model has failed. */
const readPart = (part: TextStreamPart<ToolSet>): ModelPart | 'progress' | undefined => {
  switch (part.type) {
    case 'text-delta':
      return part.text === '' ? undefined : { type: 'text', text: part.text }
    case 'reasoning-delta':
    case 'tool-input-delta':
      return 'progress'
    case 'tool-call':
      // A call of a tool that does not exist is answered by the SDK; the reader need not see it.
      if (part.invalid) return 'progress'
      return { type: 'tool-call', toolCallId: part.toolCallId, toolName: part.toolName, input: part.input }
    case 'tool-result':
      return { type: 'tool-result', toolCallId: part.toolCallId, output: part.output }
    case 'tool-error':
      return { type: 'tool-error', toolCallId: part.toolCallId, error: part.error }
    case 'error':
      throw part.error
    case 'abort':
      throw new Error(`The model call was aborted: ${part.reason ?? 'no reason given'}.`)
    case 'finish':
      if (part.finishReason === 'error' || part.finishReason === 'interrupted') {
        throw new Error(`The model ended with “${part.rawFinishReason ?? part.finishReason}”.`)
      }
      return undefined
    default:
      return undefined
  }
}

const startDeadlines = ({ firstToken, gap, total }: Deadlines) => {
  const controller = new AbortController()
  const stop = (sentence: string) => () => controller.abort(new Error(sentence))
  const whole = setTimeout(stop(`The answer took longer than ${total} ms.`), total)
  let silence = setTimeout(stop(`No first token within ${firstToken} ms.`), firstToken)
  return {
    signal: controller.signal,
    progress() {
      clearTimeout(silence)
      silence = setTimeout(stop(`No further token within ${gap} ms.`), gap)
    },
    /** Also lets go of the model when the answer is no longer wanted. */
    end() {
      clearTimeout(whole)
      clearTimeout(silence)
      controller.abort(new Error('The answer has ended.'))
    },
  }
}

/** Rejects with the abort reason as soon as the signal fires, whatever the promise does. */
const untilAborted = <Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
