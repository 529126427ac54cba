import type { RankedPage } from '../ranking/ranked-page.ts'
import type { LinkTextRow } from '../ranking/term-rows.ts'
import { readTerms } from '../words/words.ts'
import { pageNumber, placeOf } from './buckets.ts'
import { ByteReader, ByteWriter } from './bytes.ts'

/** What a section gains, as a part of its page's score, when the text of a link to it is just the query. */
const likenessShare = 0.5

/** The term under which `link_texts` says which sections are linked by texts with a term. No term begins with a blank. */
export const sectionTerm = (term: string): string => ` ${term}`

/** A section with the texts of the links to it. */
export interface LinkedSection {
  readonly ordinal: number
  /** The terms of each text, each once. */
  readonly texts: readonly (readonly string[])[]
}

/**
 * Packs for each term, page by page, the texts that have it: the place of the page, the number of the text on it, the
 * section's ordinal, how many terms the text has.
 */
export function writeSectionLinks(
  pages: readonly { page: number; sections: readonly LinkedSection[] }[],
): Map<string, Uint8Array> {
  const writers = new Map<string, ByteWriter>()
  for (const { page, sections } of pages) {
    const texts = sections.flatMap(({ ordinal, texts }) => texts.map((terms) => ({ ordinal, terms })))
    for (const [number, { ordinal, terms }] of texts.entries()) {
      for (const term of terms) {
        const writer = writers.get(term) ?? new ByteWriter()
        writers.set(term, writer)
        for (const value of [placeOf(page), number, ordinal, terms.length]) writer.number(value)
      }
    }
  }
  return new Map([...writers].map(([term, writer]) => [sectionTerm(term), writer.finish()]))
}

/** Raises, within each page, the sections whose links have texts like the query. */
export function preferLinked(
  pages: readonly RankedPage[],
  query: string,
  linkTexts: readonly LinkTextRow[],
): RankedPage[] {
  const terms = new Set(readTerms(query))
  const byPage = new Map(pages.map(({ page }) => [page, new Map<number, number>()]))
  for (const { page, ordinal, length, shared } of readTexts(terms, linkTexts)) {
    const sections = byPage.get(page)
    const value = likeness({ text: length, query: terms.size, shared })
    sections?.set(ordinal, Math.max(sections.get(ordinal) ?? 0, value))
  }
  return pages.map((page) => raiseSections(page, byPage.get(page.page) ?? new Map()))
}

/** The text of a link to a section that shares terms with a query. */
interface LinkText {
  readonly page: number
  readonly ordinal: number
  /** How many terms it has, and how many of the query. */
  readonly length: number
  readonly shared: number
}

function readTexts(terms: ReadonlySet<string>, linkTexts: readonly LinkTextRow[]): Iterable<LinkText> {
  const rowTerms = new Set([...terms].map(sectionTerm))
  const texts = new Map<string, LinkText>()
  for (const { term, bucket, entries } of linkTexts) {
    if (!rowTerms.has(term)) continue
    for (const reader = new ByteReader(entries); !reader.done; ) {
      const page = pageNumber(bucket, reader.number())
      const key = `${page} ${reader.number()}`
      const text = { page, ordinal: reader.number(), length: reader.number() }
      texts.set(key, { ...text, shared: (texts.get(key)?.shared ?? 0) + 1 })
    }
  }
  return texts.values()
}

/** @param likenesses By ordinal. */
function raiseSections({ sections, ...page }: RankedPage, likenesses: ReadonlyMap<number, number>): RankedPage {
  const { score } = page
  const raised = sections.map((section) => {
    const linkLikeness = likenesses.get(section.ordinal) ?? 0
    return { ...section, linkLikeness, score: section.score + likenessShare * score * linkLikeness }
  })
  const most = Math.max(...raised.map((section) => section.score))
  return {
    ...page,
    sections: raised
      .map((section) => ({ ...section, score: most > 0 ? (score * section.score) / most : score }))
      .sort((one, other) => other.score - one.score),
  }
}

/** How alike a text and a query are, 0 to 1: the share of each that the other has, multiplied. In numbers of different terms. */
export const likeness = ({ text, query, shared }: { text: number; query: number; shared: number }): number =>
  text === 0 || query === 0 ? 0 : (shared / text) * (shared / query)
