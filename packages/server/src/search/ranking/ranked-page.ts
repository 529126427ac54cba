/** A section of a page that matches. */
export interface RankedSection {
  ordinal: number
  score: number
  /**
   * Whether other sections stand under its heading, or after the beginning of the page; left out where only the meaning was
   * compared.
   */
  hasSubsections?: boolean
  /** As in `SectionMatch`. */
  linkLikeness?: number
}

/** How a page matches by words alone, whatever else decides its place. */
export interface WordMatch {
  /** As in `RankedPage`, without what links add. */
  score: number
  /** How many different terms the query has. */
  terms: number
  /** How many sections can match: those of allowed pages, in the edition that is meant. */
  sections: number
}

/** A page that matches, with its sections that do, the best first. */
export interface RankedPage {
  /** Number of the page within its site. */
  page: number
  /** 1 is a page that says every word of the query in all its texts; its title, headings and links can bring it above. */
  score: number
  /** Left out where only the meaning was compared. */
  byWords?: WordMatch | undefined
  /** How many other pages link to it; left out where only the meaning was compared. */
  linkCount?: number | undefined
  sections: RankedSection[]
}

/** The same page in the edition that is meant. */
export interface Twin {
  page: number
  isTranslation: boolean
}

/** A term that the query does not say, but may mean. */
export interface RelatedTerm {
  /** How much it counts. */
  readonly count: number
  /** The term that it may stand for; the term itself where it stands for none. */
  readonly word: string
}

/** Which pages can match, and by which other terms. */
export interface RankOptions {
  limit: number
  /** Numbers of the pages that can match; all when left out. */
  allowed?: ReadonlySet<number> | undefined
  /** Pages that exist in the edition that is meant as well, each with that other page, which can match. */
  twins?: ReadonlyMap<number, Twin> | undefined
  /** Terms that the query doesn’t say but may mean, each with how much it counts: 0 to 1. */
  related?: ReadonlyMap<string, RelatedTerm> | undefined
}
