/** One file of a source, not read yet. */
export interface SourceEntry {
  /** Below the source's root, with forward slashes. */
  path: string
}

/** One page as its source has it. */
export interface SourceDocument extends SourceEntry {
  text: string
  /** SHA-256 of what was read, hexadecimal. */
  hash: string
}

/** Something that kept a page, or a part of it, from being read. */
export interface SourceFailure extends SourceEntry {
  reason: string
}

/** What reading a source gives: first the number of pages, then each page, or why it could not be read. */
export type SourceItem =
  | { kind: 'total'; pages: number }
  | { kind: 'document'; document: SourceDocument }
  | { kind: 'failure'; failure: SourceFailure }

/**
 * Where pages come from. Reading rejects when the source as a whole cannot be read: then nothing may be taken for removed.
 */
export interface Source {
  read(signal: AbortSignal): AsyncIterable<SourceItem>
}
