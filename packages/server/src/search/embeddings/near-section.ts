/** A section whose meaning is near that of a question. */
export interface NearSection {
  /** Number of the page within its site. */
  page: number
  ordinal: number
  /** Of the two vectors: above 0, at most 1. */
  cosine: number
}

/** The vector of a question, and what it is compared with. */
export interface NearestQuery {
  readonly vector: readonly number[]
  /** Name of the model that made it. */
  readonly model: string
  readonly limit: number
  /** By bucket of the site: the revision that the search read. */
  readonly revisions: ReadonlyMap<number, number>
  /** Numbers of the pages that can match; all when left out. */
  readonly allowed?: ReadonlySet<number> | undefined
}
