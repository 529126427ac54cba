import type { LanguageModelV4, LanguageModelV4Middleware } from '@ai-sdk/provider'
import { wrapLanguageModel } from 'ai'
import { type Observations, observe } from './observe.ts'
import { failSpan, startSpan } from './span.ts'

type Outcome = Observations['model-call']['outcome']

/** Counts, times and traces one call of a model; the first end that is told counts. */
export const watchCall = (name: string, signal: AbortSignal | undefined) => {
  const span = startSpan('model call', { 'gen_ai.request.model': name, 'gen_ai.operation.name': 'chat' })
  const startedAt = performance.now()
  let tokens: { readonly input?: number; readonly output?: number } = {}
  let spoke = false
  let ended = false
  const end = (outcome: Outcome) => {
    if (ended) return
    ended = true
    const { input, output } = tokens
    observe('model-call', { model: name, outcome, ...tokens })
    span.setAttribute('sidenote.outcome', outcome)
    if (input !== undefined) span.setAttribute('gen_ai.usage.input_tokens', input)
    if (output !== undefined) span.setAttribute('gen_ai.usage.output_tokens', output)
    span.end()
  }
  return {
    /** The model has said its first word. */
    say: () => {
      if (spoke) return
      spoke = true
      observe('first-token', { model: name, seconds: (performance.now() - startedAt) / 1_000 })
    },
    complete: (input: number | undefined, output: number | undefined) => {
      tokens = { ...(input !== undefined && { input }), ...(output !== undefined && { output }) }
      end('completed')
    },
    fail: (error: unknown) => {
      if (!ended) failSpan(span, error)
      end(signal?.aborted ? 'aborted' : 'failed')
    },
    /** Nobody reads on. */
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
 * The same model; each call that gives its result at once is counted, timed and traced. Whoever reads a stream calls
 * `watchCall`: a second stream around the model's would cost each delta as much as all else about it. Neither prompts nor
 * answers are looked at.
 */
export const watchModel = <Named extends { readonly name: string; readonly model: LanguageModelV4 }>(
  named: Named,
): Named => ({
  ...named,
  model: wrapLanguageModel({ model: named.model, middleware: createMiddleware(named.name) }),
})
