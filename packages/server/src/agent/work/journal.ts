import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from '@ai-sdk/provider'
import { wrapLanguageModel } from 'ai'
import type { Logger } from 'pino'
import type { Models } from '../../assistant/models/models.ts'

/** What is kept of a model's answer: all that a turn needs to go on from it. */
export type StoredCall = Pick<LanguageModelV4GenerateResult, 'content' | 'finishReason' | 'usage'>

export interface Journal {
  /** The answer whose tools were not run yet when the turn was last broken off. Given once. */
  readonly take: () => StoredCall | undefined
  /** Stores an answer before anything is done with it. */
  readonly record: (call: StoredCall) => Promise<void>
}

/**
 * A model that is never asked the same thing twice: its answers are stored before their tools run, and an answer that was
 * stored is given instead of asking again. The next model is asked when one fails.
 */
export const createJournalledModel = (models: Models, journal: Journal, log: Logger): LanguageModelV4 =>
  wrapLanguageModel({
    model: models[0].model,
    middleware: {
      specificationVersion: 'v4',
      wrapGenerate: async ({ params }) => {
        const known = journal.take()
        if (known) return { ...known, warnings: [] }
        const { content, finishReason, usage } = await askInTurn(models, params, log)
        await journal.record({ content, finishReason, usage })
        return { content, finishReason, usage, warnings: [] }
      },
    },
  })

const askInTurn = async (
  models: Models,
  params: LanguageModelV4CallOptions,
  log: Logger,
): Promise<LanguageModelV4GenerateResult> => {
  const [first, ...others] = models
  for (const [index, next] of others.entries()) {
    const { name, model } = models[index] ?? first
    try {
      return await model.doGenerate(params)
    } catch (error) {
      if (params.abortSignal?.aborted) throw error
      log.warn({ err: error, model: name, next: next.name }, 'model failed')
    }
  }
  return (others.at(-1) ?? first).model.doGenerate(params)
}
