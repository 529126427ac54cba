/** A section whose meaning is near that of a question. */
export interface NearSection {
  /** Number of the page within its site. */
  page: number
  ordinal: number
  /** Of the two vectors: above 0, at most 1. */
  cosine: number
}

/** What is compared with the vector of a question. */
export interface NearestOptions {
  /** Of the question’s vector. */
  model: string
  limit: number
  /** By bucket of the site: the revision that the search goes by. */
  revisions: ReadonlyMap<number, number>
  /** Numbers of the pages that may be found; all when left out. */
  allowed?: ReadonlySet<number> | undefined
}
