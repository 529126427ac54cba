import { readTerms } from '../words/words.ts'
import { ByteWriter } from './bytes.ts'

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
  })[]
  /** What a page is worth before anything is asked, from 0 to 1, in hundredths. */
  prior: number
  /** By which its words are read, as `analysisOf` says. @default en */
  analysis?: string
}

/** What the index keeps of a page. */
export interface PageIndex {
  /** Where each term of the page stands. */
  postings: Map<string, Posting>
  sections: number
  /** How long its fields are; read by `readIndexLengths`. */
  lengths: Uint8Array
}

/** Where one term stands in one page. */
export interface Posting {
  /** How many of the page's sections it counts for. */
  sections: number
  bytes: Uint8Array
}

interface Counts {
  page: number[]
  sections: Map<number, number[]>
}

/** Makes the index of one page from its texts. */
export function indexPage(page: PageTexts): PageIndex {
  const read = (text: string) => readTerms(text, page.analysis)
  const terms = new Map<string, Counts>()
  const lengths = new ByteWriter()
  lengths.number(Math.round(page.prior * 100))
  lengths.number(new Set(read(page.title)).size)
  const countsOf = (term: string): Counts => {
    const known = terms.get(term)
    if (known) return known
    const counts: Counts = { page: [], sections: new Map() }
    terms.set(term, counts)
    return counts
  }
  for (const [field, name] of pageFields.entries()) {
    const found = read(page[name])
    lengths.number(found.length)
    for (const term of found) increase(countsOf(term).page, field)
  }
  for (const [ordinal, section] of page.sections.entries()) {
    lengths.number(section.depth)
    lengths.number(new Set(read(section.heading)).size)
    for (const [field, name] of sectionFields.entries()) {
      const found = read(section[name])
      lengths.number(found.length)
      for (const term of found) {
        const counts = countsOf(term).sections
        const row = counts.get(ordinal) ?? []
        counts.set(ordinal, row)
        increase(row, field)
      }
    }
  }
  const postings = new Map<string, Posting>()
  for (const [term, counts] of terms) {
    const sections = counts.page.length > 0 ? page.sections.length : counts.sections.size
    postings.set(term, { sections, bytes: writePosting(counts) })
  }
  return { postings, sections: page.sections.length, lengths: lengths.finish() }
}

function increase(counts: number[], field: number): void {
  while (counts.length <= field) counts.push(0)
  counts[field] = (counts[field] ?? 0) + 1
}

function writePosting(counts: Counts): Uint8Array {
  const writer = new ByteWriter()
  writeCounts(writer, counts.page)
  let next = 0
  for (const [ordinal, row] of counts.sections) {
    writer.number(ordinal - next)
    writeCounts(writer, row)
    next = ordinal + 1
  }
  return writer.finish()
}

/** A mask of the fields that have the term, then how often each of them has it. */
function writeCounts(writer: ByteWriter, counts: readonly number[]): void {
  let mask = 0
  for (const [field, count] of counts.entries()) if (count > 0) mask |= 1 << field
  writer.number(mask)
  for (const count of counts) if (count > 0) writer.number(count)
}
