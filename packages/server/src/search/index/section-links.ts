import type { RankedPage } from '../rank.ts'
import type { LinkTextRow } from '../ranking/section-scores.ts'
import { readTerms } from '../words/words.ts'
import { pageNumber, placeOf } from './buckets.ts'
import { ByteReader, ByteWriter } from './bytes.ts'

/** What a section gains, as a part of its page's score, when a link calls it just what the query says. */
const namedShare = 0.5

/** The term under which `link_texts` says which sections are linked by texts that have a term. No term begins with a blank. */
export const sectionTerm = (term: string): string => ` ${term}`

/** What links call a section. */
export interface NamedSection {
  readonly ordinal: number
  /** Of each text the terms, each once. */
  readonly texts: readonly (readonly string[])[]
}

/**
 * Packs for each term, page by page, the texts that have it: the place of the page, the number of the text on it, the
 * section's ordinal, how many terms the text has.
 */
export function writeSectionLinks(
  pages: readonly { page: number; sections: readonly NamedSection[] }[],
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

/** The same pages, in each of which sections go up whose links say what the query says. */
export function preferNamed(
  ranked: readonly RankedPage[],
  query: string,
  linkTexts: readonly LinkTextRow[],
): RankedPage[] {
  const asked = new Set(readTerms(query))
  const named = new Map(ranked.map(({ page }) => [page, new Map<number, number>()]))
  for (const { page, ordinal, terms, shared } of readTexts(asked, linkTexts)) {
    const sections = named.get(page)
    sections?.set(ordinal, Math.max(sections.get(ordinal) ?? 0, likeness({ said: terms, asked: asked.size, shared })))
  }
  return ranked.map((page) => withNames(page, (ordinal) => named.get(page.page)?.get(ordinal) ?? 0))
}

/** The texts that have some of the terms that are asked for, each with how many of them. */
function readTexts(asked: ReadonlySet<string>, linkTexts: readonly LinkTextRow[]) {
  const rowTerms = new Set([...asked].map(sectionTerm))
  const texts = new Map<string, { page: number; ordinal: number; terms: number; shared: number }>()
  for (const { term, bucket, entries } of linkTexts) {
    if (!rowTerms.has(term)) continue
    for (const reader = new ByteReader(entries); !reader.done; ) {
      const page = pageNumber(bucket, reader.number())
      const key = `${page} ${reader.number()}`
      const text = { page, ordinal: reader.number(), terms: reader.number() }
      texts.set(key, { ...text, shared: (texts.get(key)?.shared ?? 0) + 1 })
    }
  }
  return texts.values()
}

function withNames({ sections, ...page }: RankedPage, namedOf: (ordinal: number) => number): RankedPage {
  const { score } = page
  const gained = sections.map((section) => {
    const linkedAs = namedOf(section.ordinal)
    return { ...section, linkedAs, score: section.score + namedShare * score * linkedAs }
  })
  const most = Math.max(...gained.map((section) => section.score))
  return {
    ...page,
    sections: gained
      .map((section) => ({ ...section, score: most > 0 ? (score * section.score) / most : score }))
      .sort((one, other) => other.score - one.score),
  }
}

/** How much a text and a query of so many different terms say the same, 0 to 1: the share of each that the other has, multiplied. */
export const likeness = ({ said, asked, shared }: { said: number; asked: number; shared: number }): number =>
  said === 0 || asked === 0 ? 0 : (shared / said) * (shared / asked)
