// What goes over the wire and is part of the npm package's types. The package's types stand alone, so these repeat the
// contract's; `wire.test.ts` holds them to it.

/** Restricts answers and search to some pages. */
export interface Filter {
  version?: string | null | undefined
  language?: string | null | undefined
  tag?: string | null | undefined
}

/** Code or text that a question is about. */
export interface ContextItem {
  type?: 'code' | 'textSelection' | undefined
  value: string
  /** Path of the page. */
  path?: string | null | undefined
  /** Id of the element, such as a heading, that it stands below. */
  elementId?: string | null | undefined
}

/** A sentence of an answer that cites a source, checked against the sources. */
export interface CheckedCitation {
  /** The source that the sentence cites. */
  number: number
  /** The sentence as plain text. Of a long one, its beginning. */
  sentence: string
  /** Whether the cited source says so. */
  supported: boolean
  /** The source that says so instead, if the cited one doesn't. */
  supportedBy?: number | undefined
  /** The supporting sentence of the source, as plain text. */
  passage?: string | undefined
  /** Link to the page, the anchor and the supporting sentence. */
  url?: string | undefined
}

/** A possible meaning of an ambiguous question. */
export interface Choice {
  label: string
  /** The question to ask if it's chosen. */
  question: string
  filter?: Filter | undefined
}

/** A page that may help if the documentation doesn't answer. */
export interface NearestPage {
  title: string
  path: string
  url: string
}
