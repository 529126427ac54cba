import type { RerankingModelV4 } from '@ai-sdk/provider'
import { type Breaker, createBreaker } from '../../breaker.ts'
import { observe } from '../../watch/observe.ts'
import { withSpan } from '../../watch/span.ts'

/** How long a search waits for the order of a model, in milliseconds. */
export const rerankMilliseconds = 600
/** No number of tries makes a key right. */
const refusedPause = 10_000

/** Where it is told that the model fails, and that it answers again. */
interface RerankerLog {
  warn(fields: object, text: string): void
  error(fields: object, text: string): void
  info(fields: object, text: string): void
}

/** Says which texts answer a question best. */
export interface Reranker {
  /** `provider:model` */
  readonly name: string
  /**
   * The places of the texts, the best first. Those that the model leaves out come last, as they stood. Nothing when the
   * model fails, is too slow or has just failed too often: then the order is to stay as it is.
   */
  readonly order: (query: string, texts: readonly string[]) => Promise<readonly number[] | undefined>
}

interface RerankerOptions {
  readonly log: RerankerLog
  readonly breaker?: Breaker
  /** How long an order may take. @default rerankMilliseconds */
  readonly milliseconds?: number
}

/** A reranker that asks a model of the AI SDK. */
export const createReranker = (
  name: string,
  model: RerankingModelV4,
  { log, breaker = createBreaker(), milliseconds = rerankMilliseconds }: RerankerOptions,
): Reranker => {
  const ask = (query: string, values: string[]) =>
    withSpan('rerank', { 'gen_ai.request.model': name }, () =>
      Promise.resolve(
        model.doRerank({
          documents: { type: 'text', values },
          query,
          abortSignal: AbortSignal.timeout(milliseconds),
        }),
      ),
    )
  const noteFailure = (error: unknown): void => {
    observe('reranking-failure', { model: name })
    const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
    const isRefused = status === 401 || status === 403
    if (!breaker.fail(isRefused ? refusedPause : undefined)) return
    observe('breaker', { model: name, open: true })
    if (isRefused) {
      log.error({ err: error, model: name }, 'the provider refuses the key of the reranking model')
      return
    }
    log.warn({ err: error, model: name }, 'the reranking model fails: the order of search stays as it is')
  }
  return {
    name,
    async order(query, texts) {
      if (!breaker.enter()) {
        observe('reranking-failure', { model: name })
        return undefined
      }
      try {
        const { ranking } = await ask(query, [...texts])
        if (breaker.succeed()) {
          observe('breaker', { model: name, open: false })
          log.info({ model: name }, 'the reranking model answers again')
        }
        const ranked = new Set(ranking.map(({ index }) => index))
        return [...ranked, ...[...texts.keys()].filter((place) => !ranked.has(place))]
      } catch (error) {
        noteFailure(error)
        return undefined
      }
    },
  }
}
