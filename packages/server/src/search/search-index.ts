import type { Database } from '../database/database.ts'
import type { Embedder } from './embeddings/embedder.ts'
import type { Pgvector } from './embeddings/pgvector.ts'
import { openVectorMemory, type VectorMemory } from './embeddings/site-vectors.ts'
import { type IndexMemory, openIndexMemory } from './index/site-index.ts'
import type { Reranker } from './reranking/reranker.ts'
import { openSearchTurns, type TakeSearchTurn } from './search-turns.ts'

/**
 * What every search and sync of a store works with. One per process and store: it keeps what searches share. Several may
 * be open on one store, and each sees the changes of the others with its next search.
 */
export interface SearchIndex {
  readonly database: Database
  /** Finds sections by their meaning; left out, search goes by words alone. */
  readonly embedder: Embedder | undefined
  /** Puts the first sections of a search in order; left out, their order is the search’s own. */
  readonly reranker: Reranker | undefined
  /** The lengths of the fields of sites, and their editions. */
  readonly sites: IndexMemory
  /** The vectors of sites. */
  readonly vectors: VectorMemory
  /** Whether pgvector finds the nearest vectors; `openPgvector` turns it on. */
  readonly pgvector: Pgvector
  readonly takeTurn: TakeSearchTurn
  /** Whose searches wait for each other; undefined for those that wait for none. */
  readonly asker?: string
}

interface SearchIndexOptions {
  readonly database: Database
  readonly embedder?: Embedder | undefined
  readonly reranker?: Reranker | undefined
}

/** Opens the index of a store; reads nothing yet. */
export const openSearchIndex = ({ database, embedder, reranker }: SearchIndexOptions): SearchIndex => ({
  database,
  embedder,
  reranker,
  sites: openIndexMemory(),
  vectors: openVectorMemory(),
  pgvector: { mostBuckets: undefined },
  takeTurn: openSearchTurns(),
})
