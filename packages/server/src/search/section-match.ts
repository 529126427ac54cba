import type { Edition } from './editions/edition.ts'
import type { WordMatch } from './ranking/ranked-page.ts'
import type { SectionPlace } from './section-blocks.ts'

/** A section that matches a query. */
export interface SectionMatch extends Edition {
  path: string
  /** Of the page. */
  title: string
  description: string | null
  /** Null for the text before the first heading. */
  heading: string | null
  anchor: string | null
  /** Where a reader finds the section; a path from the site's root when the site's address is unknown. */
  url: string
  /** Labels of the navigation's groups that the page is in. */
  trail: string[]
  /** From the page title down to the section. */
  breadcrumbs: string[]
  /** Markdown of the section. */
  content: string
  /** How many words of prose it has. */
  words: number
  /** Where the section is stored; `readBlocks` reads its blocks from there. */
  places: readonly SectionPlace[]
  /** 0 to 1. */
  score: number
  /** Of its page; undefined where only the meaning was compared. */
  byWords?: WordMatch | undefined
  /** Whether other sections stand under its heading. */
  hasSubsections: boolean
  /** How alike the query and the text of a link to the section are, 0 to 1. */
  linkLikeness: number
  /** How many other pages link to its page. */
  linkCount: number
  /** Beside the others that were found: the logarithm of how likely it is, up to a constant; undefined where nothing compared them. */
  worth?: number
}

/** Tells the sections of a page apart: the parts of a long one share its anchor. */
export const sectionKey = ({ anchor, heading }: Pick<SectionMatch, 'anchor' | 'heading'>): string =>
  JSON.stringify([anchor, heading])

/** Whether this is the text before the first heading, or under the title. */
export const isBeginning = ({ heading, title }: Pick<SectionMatch, 'heading' | 'title'>): boolean =>
  heading === null || heading === title

/** Whether hardly a sentence stands under a heading: the section is an entry to its subsections. */
export const isEmpty = (content: string): boolean => !someWords.test(content.replace(/^#{1,6} .*$/m, ''))

const someWords = /(?:[\p{L}\p{N}][^\p{L}\p{N}]*){12}/u
