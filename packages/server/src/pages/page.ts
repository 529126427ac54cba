import type { Block } from './block.ts'

/** A page as its file says it, ready to be stored. */
export interface ParsedPage {
  title: string
  description: string | null
  /** Where the generator publishes the page, when that is not its file's path. */
  slug: string | null
  version: string | null
  language: string | null
  tags: string[]
  /** True for a page that is not to be found. */
  draft: boolean
  sections: ParsedSection[]
  problems: PageProblem[]
}

/** The text under one heading, down to the next heading of any depth; a part of it where that is longer than a model reads. */
export interface ParsedSection {
  /** Null for the text before the first heading. */
  heading: string | null
  /** Of a part that of its section. */
  anchor: string | null
  /** Further ids that links to it may name. */
  names?: string[]
  /** The page title and the headings above, without the section's own. */
  breadcrumbs: string[]
  /** Its own heading, unless that is the page's title, and what stands below it. */
  blocks: readonly Block[]
  /** The same as Markdown. */
  content: string
  /** The words below the heading, code blocks left out, on one line. */
  prose: string
  /** The code blocks. */
  code: string
}

/** Something in a page that could not be read as written. The page is indexed all the same. */
export interface PageProblem {
  line: number | null
  column: number | null
  reason: string
}

/** A page as the worker hands it over: only what is stored, in pieces that go quickly from one thread to another. */
export interface PackedPage extends Omit<ParsedPage, 'sections'> {
  sections: PackedSection[]
}

/** A section as it is stored. */
export interface PackedSection extends Omit<ParsedSection, 'blocks' | 'prose' | 'code'> {
  /** How many words of prose it has. */
  words: number
  /** Its blocks as JSON. */
  blocksJson: string
  links: SectionLink[]
}

/** A link as a page has it. */
export interface SectionLink {
  /** As `InlineLink` says. */
  target: string
  /** Its words, on one line. */
  text: string
}
