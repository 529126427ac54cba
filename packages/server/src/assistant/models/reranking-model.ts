import { APICallError, type RerankingModelV4, type RerankingModelV4CallOptions } from '@ai-sdk/provider'
import { z } from 'zod'
import { boundedFetch } from '../../bounded-fetch.ts'
import { parseJson } from '../../parse-json.ts'

/** A service that reranks texts. */
export interface RerankingService {
  /** As in `provider:model`. */
  readonly provider: string
  /** Base of the `/rerank` endpoint, such as `https://api.cohere.com/v2`. */
  readonly baseUrl: string
  readonly apiKey?: string | undefined
}

/** The service's answer is not an order of the texts that it got. Its own words are not repeated. */
export class RankingError extends Error {
  override readonly name = 'RankingError'
}

const scoredSchema = z.object({ index: z.int().nonnegative(), relevance_score: z.number() })

/** The order as Cohere, Jina, vLLM, llama.cpp and Infinity send it; as Voyage; as Text Embeddings Inference. */
const rankingSchema = z.union([
  z.object({ results: z.array(scoredSchema) }).transform(({ results }) => results),
  z.object({ data: z.array(scoredSchema) }).transform(({ data }) => data),
  z
    .array(z.object({ index: z.int().nonnegative(), score: z.number() }))
    .transform((scores) => scores.map(({ index, score }) => ({ index, relevance_score: score }))),
])

/** The name of the texts in a request. */
type Field = 'documents' | 'texts'

/**
 * A reranking model behind a `/rerank` endpoint like Cohere's. Text Embeddings Inference, which calls the documents texts,
 * is recognized by its first answer (422) and called in its own way from then on.
 *
 * Its calls reject with an `APICallError` that holds no text, with a `RankingError`, or with the error of `fetch`.
 */
export const createRerankingModel = (
  { provider, baseUrl, apiKey }: RerankingService,
  modelId: string,
): RerankingModelV4 => {
  const url = `${trimTrailingSlashes(baseUrl)}/rerank`
  let field: Field = 'documents'

  const send = (name: Field, texts: readonly string[], { query, abortSignal }: RerankingModelV4CallOptions) => {
    const body = name === 'documents' ? { model: modelId, query, documents: texts } : { query, texts, truncate: true }
    return boundedFetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: abortSignal ?? null,
    })
  }

  const ask = async (texts: readonly string[], call: RerankingModelV4CallOptions): Promise<Response> => {
    const first = field
    const response = await send(first, texts, call)
    if (response.status !== 422) return response
    await response.body?.cancel()
    const other: Field = first === 'documents' ? 'texts' : 'documents'
    const answer = await send(other, texts, call)
    if (answer.ok) field = other
    return answer
  }

  return {
    specificationVersion: 'v4',
    provider,
    modelId,
    async doRerank(call) {
      const { values } = call.documents
      const texts = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
      const response = await ask(texts, call)
      const text = await response.text()
      if (!response.ok) {
        const { status: statusCode } = response
        throw new APICallError({ message: `HTTP ${statusCode}`, url, requestBodyValues: {}, statusCode })
      }
      return { ranking: readRanking(text, texts.length) }
    },
  }
}

const trimTrailingSlashes = (url: string): string => {
  let end = url.length
  while (url[end - 1] === '/') end--
  return url.slice(0, end)
}

/** The best first. @throws RankingError when the text is not a ranking of so many texts */
const readRanking = (text: string, count: number) => {
  const { data: scores } = rankingSchema.safeParse(parseJson(text))
  if (!scores) throw new RankingError('The service’s answer is not a ranking.')
  const indexes = new Set(scores.map(({ index }) => index))
  const outside = scores.find(({ index }) => index >= count)
  if (outside) throw new RankingError(`The ranking names text ${outside.index}, but the last one is ${count - 1}.`)
  if (indexes.size < scores.length) throw new RankingError('The ranking names a text twice.')
  if (indexes.size === 0 && count > 0) throw new RankingError('The ranking is empty.')
  return scores
    .map(({ index, relevance_score }) => ({ index, relevanceScore: relevance_score }))
    .sort((one, other) => other.relevanceScore - one.relevanceScore)
}
