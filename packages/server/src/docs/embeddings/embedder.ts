import type { EmbeddingModelV4 } from '@ai-sdk/provider'
import { createBreaker } from '../../breaker.ts'
import type { Database } from '../../database/database.ts'
import { observe } from '../../watch/observe.ts'

const queryMilliseconds = 3_000
const batchMilliseconds = 60_000
const breakerTimes = { failures: 1, pause: 30_000 }
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

/** Says what texts mean, as vectors. */
export interface Embedder {
  /** `provider:model`; vectors of different models cannot be compared. */
  readonly name: string
  /** How many numbers a vector has, as the model last gave them; nothing before it has. */
  readonly size: number | undefined
  /** The vector of a question; nothing when the model fails or has just failed: search goes on by words alone. */
  embedQuery(query: string): Promise<readonly number[] | undefined>
  /** A vector for each text, all of one size. @throws when the model fails, after a few attempts. */
  embedTexts(texts: readonly string[], signal: AbortSignal): Promise<readonly (readonly number[])[]>
  /** Notes in the log, once until the model answers again, that search goes on without it. */
  noteFailure(error: unknown): void
}

class ModelEmbedder implements Embedder {
  readonly name: string
  size: number | undefined
  readonly #model: EmbeddingModelV4
  readonly #log: EmbedderLog
  readonly #breaker = createBreaker(breakerTimes)

  constructor(name: string, model: EmbeddingModelV4, log: EmbedderLog) {
    this.name = name
    this.#model = model
    this.#log = log
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
      this.#noteAnswer([embedding], 1)
      return embedding
    } catch (error) {
      this.noteFailure(error)
      return undefined
    }
  }

  async embedTexts(texts: readonly string[], signal: AbortSignal): Promise<readonly (readonly number[])[]> {
    const { embedMany } = await import('ai')
    const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(batchMilliseconds)])
    const call = { model: this.#model, values: [...texts], providerOptions: purposes.section }
    const { embeddings } = await embedMany({ ...call, abortSignal })
    this.#noteAnswer(embeddings, texts.length)
    return embeddings
  }

  noteFailure(error: unknown): void {
    observe('embedding-failure', { model: this.name })
    if (!this.#breaker.fail()) return
    observe('breaker', { model: this.name, open: true })
    this.#log.warn({ err: error, model: this.name }, 'the embedding model failed: search goes on by words alone')
  }

  /** @throws when these are not the vectors of so many texts. */
  #noteAnswer(vectors: readonly (readonly number[])[], count: number): void {
    const size = vectors[0]?.length ?? 0
    if (vectors.length !== count || size === 0 || vectors.some((vector) => vector.length !== size)) {
      throw new Error(`The embedding model gave ${vectors.length} vectors for ${count} texts, or not all of one size.`)
    }
    this.size = size
    if (!this.#breaker.succeed()) return
    observe('breaker', { model: this.name, open: false })
    this.#log.info({ model: this.name }, 'the embedding model answers again')
  }
}

/** An embedder that asks a model of the AI SDK. */
export const createEmbedder = (name: string, model: EmbeddingModelV4, log: EmbedderLog): Embedder =>
  new ModelEmbedder(name, model, log)

const embedders = new WeakMap<Database, Embedder>()

/** Has every search and sync of this store use the embedder: what it adds is a property of the index, not of a question. */
export const attachEmbedder = (database: Database, embedder: Embedder): void => {
  embedders.set(database, embedder)
}

/** The embedder of a store; nothing when it is searched by words alone. */
export const embedderOf = (database: Database): Embedder | undefined => embedders.get(database)
