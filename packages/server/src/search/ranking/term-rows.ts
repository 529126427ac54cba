/** A row of the index: where a term stands in the pages of one bucket. */
export interface PostingsRow {
  term: string
  bucket: number
  /** How many sections the term counts for. */
  sections: number
  /** Packed as `buckets.ts` says; the bytes of a page as `PagePostings` writes them. */
  entries: Uint8Array
}

/** Which pages of one bucket are linked by texts that have a term; packed as `link-texts.ts` says. */
export interface LinkTextRow {
  term: string
  bucket: number
  entries: Uint8Array
}
