import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from '@ai-sdk/provider'
import { wrapLanguageModel } from 'ai'
import type { Logger } from 'pino'
import type { Models } from '../../assistant/models/models.ts'

/** What is kept of a model's answer: all that a turn needs to go on from it. */
export type StoredCall = Pick<LanguageModelV4GenerateResult, 'content' | 'finishReason' | 'usage'>

/** Where the answers of a turn's model are kept. */
export interface Journal {
  /** The answer whose tools had not run when the turn was interrupted. Given once. */
  readonly take: () => StoredCall | undefined
  /** Stores an answer before anything is done with it. */
  readonly record: (call: StoredCall) => Promise<void>
}

/**
 * A model that never gets the same request twice: its answers are stored before their tools run, and a stored answer
 * replaces the request. When a model fails, the next one gets the request.
 */
export const createJournalledModel = (models: Models, journal: Journal, log: Logger): LanguageModelV4 =>
  wrapLanguageModel({
    model: models[0].model,
    middleware: {
      specificationVersion: 'v4',
      wrapGenerate: async ({ params }) => {
        const storedCall = journal.take()
        if (storedCall) return { ...storedCall, warnings: [] }
        const { content, finishReason, usage } = await generate(models, params, log)
        await journal.record({ content, finishReason, usage })
        return { content, finishReason, usage, warnings: [] }
      },
    },
  })

const generate = async (
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
      log.warn({ err: error, model: name, next: next.name }, 'the model failed; trying the next one')
    }
  }
  return (others.at(-1) ?? first).model.doGenerate(params)
}
