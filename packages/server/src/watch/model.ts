import type {
  LanguageModelV4,
  LanguageModelV4Middleware,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { wrapLanguageModel } from 'ai'
import { type Observations, observe } from './observe.ts'
import { failSpan, startSpan } from './span.ts'

type Outcome = Observations['model-call']['outcome']

/** What is counted of one call; the first end that is told counts. */
const startCall = (name: string, signal: AbortSignal | undefined) => {
  const span = startSpan('model call', { 'gen_ai.request.model': name, 'gen_ai.operation.name': 'chat' })
  const startedAt = performance.now()
  let usage: LanguageModelV4Usage | undefined
  let spoke = false
  let ended = false
  const end = (outcome: Outcome) => {
    if (ended) return
    ended = true
    const [input, output] = [usage?.inputTokens.total, usage?.outputTokens.total]
    const tokens = { ...(input !== undefined && { input }), ...(output !== undefined && { output }) }
    observe('model-call', { model: name, outcome, ...tokens })
    span.setAttribute('sidenote.outcome', outcome)
    if (input !== undefined) span.setAttribute('gen_ai.usage.input_tokens', input)
    if (output !== undefined) span.setAttribute('gen_ai.usage.output_tokens', output)
    span.end()
  }
  return {
    say: () => {
      if (spoke) return
      spoke = true
      observe('first-token', { model: name, seconds: (performance.now() - startedAt) / 1_000 })
    },
    complete: (told: LanguageModelV4Usage) => {
      usage = told
      end('completed')
    },
    fail: (error: unknown) => {
      if (!ended) failSpan(span, error)
      end(signal?.aborted ? 'aborted' : 'failed')
    },
    leave: () => end(signal?.aborted ? 'aborted' : 'failed'),
  }
}

const readPart = (call: ReturnType<typeof startCall>, part: LanguageModelV4StreamPart): void => {
  if (part.type === 'text-delta' || part.type === 'tool-input-start' || part.type === 'tool-call') call.say()
  if (part.type === 'error') call.fail(part.error)
  if (part.type === 'finish') call.complete(part.usage)
}

/** The same stream, part by part as it is asked for, with what goes by told to `call`. */
const watchStream = (
  stream: ReadableStream<LanguageModelV4StreamPart>,
  call: ReturnType<typeof startCall>,
): ReadableStream<LanguageModelV4StreamPart> => {
  const reader = stream.getReader()
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (done) {
            call.leave()
            controller.close()
            return
          }
          readPart(call, value)
          controller.enqueue(value)
        } catch (error) {
          call.fail(error)
          controller.error(error)
        }
      },
      async cancel(reason) {
        call.leave()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

const createMiddleware = (name: string): LanguageModelV4Middleware => ({
  specificationVersion: 'v4',
  wrapGenerate: async ({ doGenerate, params }) => {
    const call = startCall(name, params.abortSignal)
    try {
      const result = await doGenerate()
      call.complete(result.usage)
      return result
    } catch (error) {
      call.fail(error)
      throw error
    }
  },
  wrapStream: async ({ doStream, params }) => {
    const call = startCall(name, params.abortSignal)
    try {
      const result = await doStream()
      return { ...result, stream: watchStream(result.stream, call) }
    } catch (error) {
      call.fail(error)
      throw error
    }
  },
})

/** The same model; each of its calls is counted, timed and traced. Neither prompts nor answers are looked at. */
export const watchModel = <Named extends { readonly name: string; readonly model: LanguageModelV4 }>(
  named: Named,
): Named => ({
  ...named,
  model: wrapLanguageModel({ model: named.model, middleware: createMiddleware(named.name) }),
})
