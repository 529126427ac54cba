import type { LanguageModelV4, RerankingModelV4 } from '@ai-sdk/provider'
import type { Finding } from '@sidenote/contract'
import { embed, streamText, type ToolSet, tool } from 'ai'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import { messageOf } from '../../errors.ts'
import { findingsAbout, reasonOf } from '../../findings.ts'
import { rerankedSections } from '../../search/reranking/rerank-matches.ts'
import { rerankMilliseconds } from '../../search/reranking/reranker.ts'
import { type NamedModel, openCheckingModel, openEmbeddingModel, openModels, openRerankingModel } from './models.ts'
import { RankingError } from './reranking-model.ts'

/** The models of a configuration, and the variables with their keys. */
export type ModelConfig = Pick<
  Config,
  'model' | 'fallbackModel' | 'embeddingModel' | 'rerankingModel' | 'checkingModel' | 'environment'
>

const answerMilliseconds = 20_000
/** The least that every provider accepts. */
const fewTokens = 16

const withoutTools = 'answers use only the first search, and the agent can’t work with it.'

const advice: Readonly<Record<number, string>> = {
  400: 'The provider refuses the request (HTTP 400). Is the model’s name right?',
  401: 'The provider refuses the key (HTTP 401). Check the provider’s key variable.',
  403: 'The key isn’t allowed to use this model (HTTP 403). Check its permissions at the provider.',
  404: 'The provider doesn’t know this model (HTTP 404). Check its name.',
  429: 'The provider refuses for now (HTTP 429): the quota or the rate limit of the key is used up.',
}

const statusOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : Number.NaN

/** Why a call of a model failed. Statuses and codes only: a provider’s own sentence may repeat the key. */
export const explain = (error: unknown): string => {
  if (error instanceof RankingError) return error.message
  const status = statusOf(error)
  if (status >= 100) return advice[status] ?? `The provider answers with HTTP ${status}. Try again later.`
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `The provider did not answer within ${answerMilliseconds / 1_000} seconds.`
  }
  const { cause } = error instanceof Error ? error : {}
  const code = cause instanceof Error && 'cause' in cause && cause.cause ? reasonOf(cause.cause) : reasonOf(cause ?? '')
  return `The provider can’t be reached${/^[A-Z_]+$/.test(code) ? ` (${code})` : ''}. Check its address and the network.`
}

const anyTool: ToolSet = {
  search: tool({ inputSchema: z.object({ query: z.string() }), execute: async () => 'Nothing was found.' }),
}

/** Streams, as answers do: some gateways support only one of the two. */
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
 * Checks every model that is configured.
 *
 * @param asks when false, checks only names and variables
 */
export const checkModels = async (config: ModelConfig, asks: boolean): Promise<Finding[]> => {
  const checks = [checkLanguageModels, checkSecondLook, checkEmbeddings, checkReranking].map((check) =>
    check(config, asks),
  )
  return (await Promise.all(checks)).flat()
}

/** Asks each configured language model for one word, because a wrong key shows only when it is used. */
const checkLanguageModels = async (config: ModelConfig, asks: boolean): Promise<Finding[]> => {
  const { good, problem, warning } = findingsAbout('model')
  const { model, fallbackModel, environment } = config
  if (!model) return [warning('SIDENOTE_MODEL is not set: answers are quotes from the pages.')]
  const models = await openModels({ model, fallbackModel, environment }).catch(messageOf)
  if (typeof models === 'string') return [problem(models)]
  if (!asks) return models.map(({ name }) => good(`${name} is configured. It was not asked.`))
  return Promise.all(models.map(askModelForOneWord))
}

/** Asks a model for one word with a tool, and for one word without when it takes none. */
export const askModelForOneWord = ({ name, model }: Pick<NamedModel, 'name' | 'model'>): Promise<Finding> => {
  const { good, problem, warning } = findingsAbout('model')
  if (name === 'quote') return Promise.resolve(good('The quote model needs no provider.'))
  return askForOneWord(model, anyTool).then(
    () => good(`${name} answers.`),
    async (error: unknown) => {
      const takesNoTools = statusOf(error) === 400 && (await answersWithoutTools(model))
      return takesNoTools
        ? warning(`${name} answers, but takes no tools: ${withoutTools}`)
        : problem(`${name}: ${explain(error)}`)
    },
  )
}

/** Asks the model that looks again at answers for one word, if one is configured. */
const checkSecondLook = async (config: ModelConfig, asks: boolean): Promise<Finding[]> => {
  const { good, problem } = findingsAbout('second look')
  const { model, checkingModel, environment } = config
  if (!checkingModel) return []
  if (!model) return [problem('SIDENOTE_CHECKING_MODEL is set, but SIDENOTE_MODEL is not.')]
  const checker = await openCheckingModel(checkingModel, environment).catch(messageOf)
  if (typeof checker === 'string') return [problem(checker)]
  if (!asks) return [good(`${checkingModel} is configured. It was not asked.`)]
  return askForOneWord(checker.model).then(
    () => [good(`${checkingModel} answers.`)],
    (error: unknown) => [problem(`${checkingModel}: ${explain(error)} Rules alone check answers.`)],
  )
}

/** Has the embedding model embed one word, if one is configured. */
const checkEmbeddings = async (config: ModelConfig, asks: boolean): Promise<Finding[]> => {
  const { good, problem } = findingsAbout('embeddings')
  const { embeddingModel, environment } = config
  if (!embeddingModel) return []
  const model = await openEmbeddingModel(embeddingModel, environment).catch(messageOf)
  if (typeof model === 'string') return [problem(model)]
  if (!asks) return [good(`${embeddingModel} is configured. It was not asked.`)]
  const abortSignal = AbortSignal.timeout(answerMilliseconds)
  return embed({ model, value: 'yes', maxRetries: 0, abortSignal }).then(
    () => [good(`${embeddingModel} answers.`)],
    (error: unknown) => [problem(`${embeddingModel}: ${explain(error)} Search uses words only.`)],
  )
}

/** Milliseconds that the model takes to order as many sections as a search has. */
const timeOrder = async (model: RerankingModelV4): Promise<number> => {
  const text = 'Sections are ordered by how well they answer. '
  const values = Array.from({ length: rerankedSections }, (_, at) => `${at}. ${text.repeat(25)}`)
  const startedAt = performance.now()
  const abortSignal = AbortSignal.timeout(answerMilliseconds)
  await model.doRerank({ documents: { type: 'text', values }, query: 'What is ordered?', abortSignal })
  return Math.round(performance.now() - startedAt)
}

/** Has the reranking model order sections, if one is configured, and says whether a search would wait for it. */
export const checkReranking = async (config: ModelConfig, asks: boolean): Promise<Finding[]> => {
  const { good, warning, problem } = findingsAbout('reranking')
  const { rerankingModel, environment } = config
  if (!rerankingModel) return []
  try {
    const model = openRerankingModel(rerankingModel, environment)
    if (!asks) return [good(`${rerankingModel} is configured. It was not asked.`)]
    try {
      // A second try, because the first one may have opened the connection.
      const first = await timeOrder(model)
      const milliseconds = first > rerankMilliseconds ? await timeOrder(model) : first
      if (milliseconds <= rerankMilliseconds) return [good(`${rerankingModel} answers.`)]
      const comparison = `It takes ${milliseconds} ms for ${rerankedSections} sections, and a search waits ${rerankMilliseconds} ms.`
      return [warning(`${rerankingModel} answers too late: ${comparison} Search keeps its own order.`)]
    } catch (error) {
      return [problem(`${rerankingModel}: ${explain(error)} Search keeps its own order.`)]
    }
  } catch (error) {
    return [problem(messageOf(error))]
  }
}
