import type { Block } from './block.ts'
import type { AnchorStyle } from './readers/anchors.ts'
import type { Includes } from './readers/includes.ts'
import type { MarkdownFormat } from './readers/markdown/markdown-format.ts'
import type { SphinxReferences } from './readers/restructured-text/sphinx-references.ts'

/** A page to be read. */
export interface PageText {
  /** The file below its source, with forward slashes; its extension says in what it is written. */
  path: string
  text: string
  /** How headings that name no anchor get theirs. @default GitHub’s way */
  anchors?: AnchorStyle | undefined
  /** How its site reads Markdown. */
  format?: MarkdownFormat | undefined
  /** Whether search finds pages of its site that are hidden otherwise. */
  showsHidden?: boolean | undefined
  /** Whether pages of its site are templates, of which readers never see an expression as it is written. */
  hasTemplates?: boolean | undefined
  /** Attributes of AsciiDoc, substitutions of reStructuredText and values of templates that its site sets. */
  attributes?: Readonly<Record<string, string>> | undefined
  /** The files that it shows as its own. */
  includes?: Includes | undefined
  /** What its references lead to on other pages. */
  references?: SphinxReferences | undefined
}

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
