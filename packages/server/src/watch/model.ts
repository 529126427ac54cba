import type { LanguageModelV4, LanguageModelV4Middleware } from '@ai-sdk/provider'
import { wrapLanguageModel } from 'ai'
import { type Observations, observe } from './observe.ts'
import { failSpan, startSpan } from './span.ts'

type Outcome = Observations['model-call']['outcome']

/** Counts, times and traces one call of a model. Its first end counts. */
export const watchCall = (name: string, signal: AbortSignal | undefined) => {
  const span = startSpan('model call', { 'gen_ai.request.model': name, 'gen_ai.operation.name': 'chat' })
  const startedAt = performance.now()
  let tokens: { readonly input?: number; readonly output?: number } = {}
  let hasSpoken = false
  let isEnded = false
  const end = (outcome: Outcome) => {
    if (isEnded) return
    isEnded = true
    const { input, output } = tokens
    observe('model-call', { model: name, outcome, ...tokens })
    span.setAttribute('sidenote.outcome', outcome)
    if (input !== undefined) span.setAttribute('gen_ai.usage.input_tokens', input)
    if (output !== undefined) span.setAttribute('gen_ai.usage.output_tokens', output)
    span.end()
  }
  return {
    /** The model has sent its first token. */
    say: () => {
      if (hasSpoken) return
      hasSpoken = true
      observe('first-token', { model: name, seconds: (performance.now() - startedAt) / 1_000 })
    },
    complete: (input: number | undefined, output: number | undefined) => {
      tokens = { ...(input !== undefined && { input }), ...(output !== undefined && { output }) }
      end('completed')
    },
    fail: (error: unknown) => {
      if (!isEnded) failSpan(span, error)
      end(signal?.aborted ? 'aborted' : 'failed')
    },
    /** Nobody reads the rest. */
    leave: () => end(signal?.aborted ? 'aborted' : 'failed'),
  }
}

const createMiddleware = (name: string): LanguageModelV4Middleware => ({
  specificationVersion: 'v4',
  wrapGenerate: async ({ doGenerate, params }) => {
    const call = watchCall(name, params.abortSignal)
    try {
      const result = await doGenerate()
      call.complete(result.usage.inputTokens.total, result.usage.outputTokens.total)
      return result
    } catch (error) {
      call.fail(error)
      throw error
    }
  },
})

/**
 * Counts, times and traces the model’s calls that return their result at once. Whoever reads a stream calls `watchCall`
 * instead: a second stream around the model’s would double the cost of each delta. Neither looks at prompts or answers.
 */
export const watchModel = <Entry extends { readonly name: string; readonly model: LanguageModelV4 }>(
  entry: Entry,
): Entry => ({
  ...entry,
  model: wrapLanguageModel({ model: entry.model, middleware: createMiddleware(entry.name) }),
})
