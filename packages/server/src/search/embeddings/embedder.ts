import type { EmbeddingModelV4 } from '@ai-sdk/provider'
import { createBreaker } from '../../breaker.ts'
import { observe } from '../../watch/observe.ts'

const queryMilliseconds = 3_000
const breakerTimes = { failures: 1, pause: 30_000 }
/** Numbers of a vector. The largest models give some 4,000. */
const mostNumbers = 16_000
/** In characters: what stands beyond is not what a question is about. */
const longestQuery = 2_000

/** Google’s models are told which of the two a text is; the others’ make no difference. */
const purposes = {
  query: { google: { taskType: 'RETRIEVAL_QUERY' } },
  section: { google: { taskType: 'RETRIEVAL_DOCUMENT' } },
}

/** Where it is told that the model fails, and that it answers again. */
interface EmbedderLog {
  warn(fields: object, text: string): void
  info(fields: object, text: string): void
}

interface EmbedderOptions {
  readonly log: EmbedderLog
  /** How long the vectors of texts that are sent at once may take. @default 60000 */
  readonly batchMilliseconds?: number
}

/** Says what texts mean, as vectors. */
export interface Embedder {
  /** `provider:model`; vectors of different models cannot be compared. */
  readonly name: string
  /** How many numbers a vector has, as the model last gave them; nothing before it has. */
  readonly size: number | undefined
  /** The vector of a question; nothing when the model fails or has just failed: search goes on by words alone. */
  embedQuery(query: string): Promise<readonly number[] | undefined>
  /** A vector for each text, all of one size. @throws when the model fails; nothing is tried twice. */
  embedTexts(texts: readonly string[], signal: AbortSignal): Promise<readonly (readonly number[])[]>
  /** Notes that a sync has ended without the vectors of all sections. */
  noteUnfinished(error: unknown): void
}

class ModelEmbedder implements Embedder {
  readonly name: string
  size: number | undefined
  readonly #model: EmbeddingModelV4
  readonly #log: EmbedderLog
  readonly #batchMilliseconds: number
  /** Of questions alone: that the sections of a sync are embedded says nothing about how soon a question is. */
  readonly #breaker = createBreaker(breakerTimes)

  constructor(name: string, model: EmbeddingModelV4, { log, batchMilliseconds = 60_000 }: EmbedderOptions) {
    this.name = name
    this.#model = model
    this.#log = log
    this.#batchMilliseconds = batchMilliseconds
  }

  async embedQuery(query: string): Promise<readonly number[] | undefined> {
    if (!this.#breaker.enter()) {
      observe('embedding-failure', { model: this.name })
      return undefined
    }
    try {
      const { embed } = await import('ai')
      const abortSignal = AbortSignal.timeout(queryMilliseconds)
      const call = { model: this.#model, value: query.slice(0, longestQuery), providerOptions: purposes.query }
      const { embedding } = await embed({ ...call, maxRetries: 0, abortSignal })
      this.#noteSize([embedding], 1)
      if (this.#breaker.succeed()) {
        observe('breaker', { model: this.name, open: false })
        this.#log.info({ model: this.name }, 'the embedding model answers again')
      }
      return embedding
    } catch (error) {
      this.#noteFailure(error)
      return undefined
    }
  }

  async embedTexts(texts: readonly string[], signal: AbortSignal): Promise<readonly (readonly number[])[]> {
    const { embedMany } = await import('ai')
    const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(this.#batchMilliseconds)])
    const call = { model: this.#model, values: [...texts], providerOptions: purposes.section }
    const { embeddings } = await embedMany({ ...call, maxRetries: 0, abortSignal })
    this.#noteSize(embeddings, texts.length)
    return embeddings
  }

  noteUnfinished(error: unknown): void {
    observe('embedding-failure', { model: this.name })
    const sentence = 'the embedding model failed: until the next sync words alone find what has no vector yet'
    this.#log.warn({ err: error, model: this.name }, sentence)
  }

  #noteFailure(error: unknown): void {
    observe('embedding-failure', { model: this.name })
    if (!this.#breaker.fail()) return
    observe('breaker', { model: this.name, open: true })
    this.#log.warn({ err: error, model: this.name }, 'the embedding model failed: search goes on by words alone')
  }

  /** @throws when these are not the vectors of so many texts. */
  #noteSize(vectors: readonly (readonly number[])[], count: number): void {
    const size = vectors[0]?.length ?? 0
    if (vectors.length !== count || size === 0 || vectors.some((vector) => vector.length !== size)) {
      throw new Error(`The embedding model gave ${vectors.length} vectors for ${count} texts, or not all of one size.`)
    }
    if (size > mostNumbers)
      throw new Error(`The embedding model gave vectors of ${size} numbers; ${mostNumbers} is the most.`)
    this.size = size
  }
}

/** An embedder that asks a model of the AI SDK. */
export const createEmbedder = (name: string, model: EmbeddingModelV4, options: EmbedderOptions): Embedder =>
  new ModelEmbedder(name, model, options)
