import type { EmbeddingModelV4 } from '@ai-sdk/provider'
import type { Database } from '../../database/database.ts'
import { observe } from '../../watch/observe.ts'

const queryMilliseconds = 3_000
const batchMilliseconds = 60_000
const pauseMilliseconds = 30_000

/** Where it is told that the model fails, and that it answers again. */
interface EmbedderLog {
  warn(fields: object, text: string): void
  info(fields: object, text: string): void
}

/** Says what texts mean, as vectors. */
export interface Embedder {
  /** `provider:model`; vectors of different models cannot be compared. */
  readonly name: string
  /** How often the model has failed since it last answered. */
  readonly failures: number
  /** The vector of a question; nothing when the model fails or has just failed: search goes on by words alone. */
  embedQuery(query: string): Promise<readonly number[] | undefined>
  /** @throws when the model fails, after a few attempts. */
  embedTexts(texts: readonly string[], signal: AbortSignal): Promise<readonly (readonly number[])[]>
  /** Notes in the log, once until the model answers again, that search goes on without it. */
  noteFailure(error: unknown): void
}

class ModelEmbedder implements Embedder {
  readonly name: string
  failures = 0
  readonly #model: EmbeddingModelV4
  readonly #log: EmbedderLog
  #pauseUntil = 0

  constructor(name: string, model: EmbeddingModelV4, log: EmbedderLog) {
    this.name = name
    this.#model = model
    this.#log = log
  }

  async embedQuery(query: string): Promise<readonly number[] | undefined> {
    if (performance.now() < this.#pauseUntil) {
      observe('embedding-failure', { model: this.name })
      return undefined
    }
    try {
      const { embed } = await import('ai')
      const abortSignal = AbortSignal.timeout(queryMilliseconds)
      const { embedding } = await embed({ model: this.#model, value: query, maxRetries: 0, abortSignal })
      this.#noteAnswer()
      return embedding
    } catch (error) {
      this.noteFailure(error)
      return undefined
    }
  }

  async embedTexts(texts: readonly string[], signal: AbortSignal): Promise<readonly (readonly number[])[]> {
    const { embedMany } = await import('ai')
    const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(batchMilliseconds)])
    const { embeddings } = await embedMany({ model: this.#model, values: [...texts], abortSignal })
    this.#noteAnswer()
    return embeddings
  }

  noteFailure(error: unknown): void {
    this.failures++
    observe('embedding-failure', { model: this.name })
    this.#pauseUntil = performance.now() + pauseMilliseconds
    if (this.failures > 1) return
    this.#log.warn({ err: error, model: this.name }, 'the embedding model failed: search goes on by words alone')
  }

  #noteAnswer(): void {
    if (this.failures > 0) {
      this.#log.info({ model: this.name, failures: this.failures }, 'the embedding model answers again')
    }
    this.failures = 0
    this.#pauseUntil = 0
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
