import type { LanguageModelV4, RerankingModelV4 } from '@ai-sdk/provider'
import { embed, streamText, type ToolSet, tool } from 'ai'
import { z } from 'zod'
import { openEmbeddingModel, openModels, openRerankingModel } from '../../assistant/models/models.ts'
import { RankingError } from '../../assistant/models/reranking-model.ts'
import type { Config } from '../../config.ts'
import { messageOf } from '../../errors.ts'
import { rerankedSections } from '../../search/reranking/rerank-matches.ts'
import { rerankMilliseconds } from '../../search/reranking/reranker.ts'
import { type Finding, findingsAbout, reasonOf } from './finding.ts'

const answerMilliseconds = 20_000
/** The least that every provider accepts. */
const fewTokens = 16

const withoutTools = 'answers come from the first search alone, and the agent cannot work with it.'

const advice: Readonly<Record<number, string>> = {
  400: 'The provider refuses the request (HTTP 400). Is the name of the model right?',
  401: 'The provider refuses the key (HTTP 401). Check the provider’s key variable.',
  403: 'The key may not use this model (HTTP 403). Check the rights of the key at the provider.',
  404: 'The provider does not know this model (HTTP 404). Check its name.',
  429: 'The provider refuses for now (HTTP 429): the quota or the rate of the key is used up.',
}

const statusOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : Number.NaN

/** Statuses and codes only: a provider’s own sentence may repeat the key. */
const explain = (error: unknown): string => {
  if (error instanceof RankingError) return error.message
  const status = statusOf(error)
  if (status >= 100) return advice[status] ?? `The provider answers with HTTP ${status}. Try again later.`
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `The provider does not answer within ${answerMilliseconds / 1_000} seconds.`
  }
  const { cause } = error instanceof Error ? error : {}
  const code = cause instanceof Error && 'cause' in cause && cause.cause ? reasonOf(cause.cause) : reasonOf(cause ?? '')
  return `The provider cannot be reached${/^[A-Z_]+$/.test(code) ? ` (${code})` : ''}. Check its address and the network.`
}

const anyTool: ToolSet = {
  search: tool({ inputSchema: z.object({ query: z.string() }), execute: async () => 'Nothing was found.' }),
}

/** Streams, as answers do: a gateway may do the one and not the other. */
const askForOneWord = async (model: LanguageModelV4, tools: ToolSet = {}): Promise<void> => {
  const abortSignal = AbortSignal.timeout(answerMilliseconds)
  const call = { model, tools, prompt: 'Say: yes', maxOutputTokens: fewTokens, maxRetries: 0, abortSignal }
  const { stream } = streamText({ ...call, onError: () => undefined })
  for await (const part of stream) if (part.type === 'error') throw part.error
  abortSignal.throwIfAborted()
}

const answersWithoutTools = (model: LanguageModelV4): Promise<boolean> =>
  askForOneWord(model).then(
    () => true,
    () => false,
  )

/**
 * Asks each configured model for one word: a key that is wrong shows only when it is used.
 *
 * @param isAsked False: only the names and variables are looked at.
 */
export const checkModels = async (config: Config, isAsked: boolean): Promise<Finding[]> => {
  const { good, problem, warning } = findingsAbout('model')
  const { model, fallbackModel, environment } = config
  if (!model) return [warning('SIDENOTE_MODEL is not set: answers are quotes from the pages.')]
  const models = await openModels({ model, fallbackModel, environment }).catch(messageOf)
  if (typeof models === 'string') return [problem(models)]
  if (!isAsked) return models.map(({ name }) => good(`${name} is configured. It was not asked.`))
  return Promise.all(
    models.map(async ({ name, model: asked }) => {
      if (name === 'quote') return good('The quote model needs nothing.')
      return askForOneWord(asked, anyTool).then(
        () => good(`${name} answers.`),
        async (error: unknown) => {
          const takesNoTools = statusOf(error) === 400 && (await answersWithoutTools(asked))
          return takesNoTools
            ? warning(`${name} answers, but takes no tools: ${withoutTools}`)
            : problem(`${name}: ${explain(error)}`)
        },
      )
    }),
  )
}

/** Has the embedding model embed one word, when there is one. */
export const checkEmbeddings = async (config: Config, isAsked: boolean): Promise<Finding[]> => {
  const { good, problem } = findingsAbout('embeddings')
  const { embeddingModel, environment } = config
  if (!embeddingModel) return []
  const model = await openEmbeddingModel(embeddingModel, environment).catch(messageOf)
  if (typeof model === 'string') return [problem(model)]
  if (!isAsked) return [good(`${embeddingModel} is configured. It was not asked.`)]
  const abortSignal = AbortSignal.timeout(answerMilliseconds)
  return embed({ model, value: 'yes', maxRetries: 0, abortSignal }).then(
    () => [good(`${embeddingModel} answers.`)],
    (error: unknown) => [problem(`${embeddingModel}: ${explain(error)} Search goes on by words alone.`)],
  )
}

/** As much as a search asks about; how many milliseconds the order took. */
const timeOrder = async (model: RerankingModelV4): Promise<number> => {
  const text = 'Sections are put in order by how well they answer. '
  const values = Array.from({ length: rerankedSections }, (_, at) => `${at}. ${text.repeat(25)}`)
  const startedAt = performance.now()
  const abortSignal = AbortSignal.timeout(answerMilliseconds)
  await model.doRerank({ documents: { type: 'text', values }, query: 'What is put in order?', abortSignal })
  return Math.round(performance.now() - startedAt)
}

/** Has the reranking model, when there is one, put sections in order, and says whether a search would wait for it. */
export const checkReranking = async (config: Config, isAsked: boolean): Promise<Finding[]> => {
  const { good, warning, problem } = findingsAbout('reranking')
  const { rerankingModel, environment } = config
  if (!rerankingModel) return []
  try {
    const model = openRerankingModel(rerankingModel, environment)
    if (!isAsked) return [good(`${rerankingModel} is configured. It was not asked.`)]
    try {
      // What opening the connection costs says nothing about the next search.
      const first = await timeOrder(model)
      const took = first > rerankMilliseconds ? await timeOrder(model) : first
      if (took <= rerankMilliseconds) return [good(`${rerankingModel} answers.`)]
      const sections = `It takes ${took} ms for ${rerankedSections} sections, and a search waits ${rerankMilliseconds} ms.`
      return [warning(`${rerankingModel} answers too late: ${sections} The order of search stays as it is.`)]
    } catch (error) {
      return [problem(`${rerankingModel}: ${explain(error)} The order of search stays as it is.`)]
    }
  } catch (error) {
    return [problem(messageOf(error))]
  }
}
