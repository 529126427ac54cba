import { emptyTerms, identifierTerms, signedTerms, titleTerms } from '../words/names.ts'
import { readTerms } from '../words/words.ts'
import { ByteWriter } from './bytes.ts'
import { PagePostings } from './page-postings.ts'

/** Fields that a page has once; they count for each of its sections. */
export const pageFields = ['title', 'path'] as const
/** Fields that each section has; the page's description is a field of its first one. */
export const sectionFields = ['heading', 'breadcrumbs', 'prose', 'code', 'description'] as const

export type Field = (typeof pageFields)[number] | (typeof sectionFields)[number]

/** The texts of a page, by field. */
export interface PageTexts {
  title: string
  path: string
  sections: readonly (Record<(typeof sectionFields)[number], string> & {
    /** How many headings stand above, the title included. */
    depth: number
    /** Names in it that consist of signs, or of words that say nothing: as `emptyTerms` reads them. */
    names?: readonly string[]
  })[]
  /** What a page is worth before anything is asked, from 0 to 1. */
  prior: number
  /** By which its words are read, as `analysisOf` says. @default en */
  analysis?: string
}

/**
 * What the index keeps of a page: where each of its terms stands. In a few long pieces, which are quick to send from one
 * thread to another and to write into the rows of the page's bucket.
 */
export interface PageIndex {
  /** Each term once, in the order of the text. */
  terms: string[]
  /** By term: how many of the page's sections it counts for. */
  counts: Uint32Array
  /** By term: where its part of `bytes` ends. */
  ends: Uint32Array
  /** Where the terms stand, one after the other; each part as `PagePostings` writes it. */
  bytes: Uint8Array
  /** How many there are. */
  sections: number
  /** How long its fields are; read by `readIndexLengths`. */
  lengths: Uint8Array
}

/** Makes the index of one page from its texts. */
export function indexPage(page: PageTexts): PageIndex {
  const read = (text: string) => (text === '' ? [] : readTerms(text, page.analysis))
  const postings = new PagePostings()
  const lengths = new ByteWriter()
  /** Exact terms say the same once more, so that they make no field longer. */
  const add = (terms: readonly string[], field: number, exact: readonly string[] = []): void => {
    lengths.number(terms.length)
    for (const term of terms) postings.add(term, field)
    for (const term of exact) postings.add(term, field)
  }
  const title = read(page.title)
  lengths.number(Math.round(page.prior * 100))
  lengths.number(new Set(title).size)
  const titleNames = [...titleTerms(page.title), ...signedTerms(page.title)]
  for (const [field, name] of pageFields.entries()) {
    if (name === 'title') add(title, field, titleNames)
    else add(read(page[name]), field)
  }
  postings.endPage()
  for (const [ordinal, section] of page.sections.entries()) {
    const heading = read(section.heading)
    lengths.number(section.depth)
    lengths.number(new Set(heading).size)
    for (const [field, name] of sectionFields.entries()) {
      const text = section[name]
      if (name === 'heading') add(heading, field, [...emptyTerms(text), ...signedTerms(text), ...identifierTerms(text)])
      else if (name === 'prose') add(read(text), field, [...(section.names ?? []), ...signedTerms(text)])
      else add(read(text), field)
    }
    postings.endSection(ordinal)
  }
  const sections = page.sections.length
  const { terms, ends, bytes, ...own } = postings.finish()
  // A term of a field of the page counts for all of its sections; its posting begins with the mask of these fields.
  const counts = own.sections.map((count, id) => (bytes[id === 0 ? 0 : (ends[id - 1] ?? 0)] === 0 ? count : sections))
  return { terms, counts, ends, bytes, sections, lengths: lengths.finish() }
}
