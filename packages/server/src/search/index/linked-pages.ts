import { BestScores } from '../ranking/best-scores.ts'
import type { LinkTextRow } from '../ranking/section-scores.ts'
import { bucketOf, placeOf } from './buckets.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import type { IndexLengths } from './index-lengths.ts'

/** The term under which `link_texts` says which sections link to each page. */
export const linkingSections = ' '

/** A section that links to a page. */
export interface LinkingSection {
  /** Number of its page. */
  readonly page: number
  readonly ordinal: number
  /** To how many pages it links. */
  readonly links: number
}

/** Of a page that thousands link to, those that link to the fewest others say enough. */
const mostSections = 32

/** Packs for pages in order: the place, how many pages link to it, how many sections follow, the sections. */
export function writeLinkingSections(
  pages: readonly { page: number; sections: readonly LinkingSection[] }[],
): Uint8Array {
  const writer = new ByteWriter()
  for (const { page, sections } of pages) {
    const kept = sections
      .toSorted((one, other) => one.links - other.links || inOrder(one, other))
      .slice(0, mostSections)
      .sort(inOrder)
    writer.number(placeOf(page))
    writer.number(new Set(sections.map((section) => section.page)).size)
    writer.number(kept.length)
    let previous = 0
    for (const section of kept) {
      writer.number(section.page - previous)
      writer.number(section.ordinal)
      writer.number(section.links)
      previous = section.page
    }
  }
  return writer.finish()
}

const inOrder = (one: LinkingSection, other: LinkingSection): number =>
  one.page - other.page || one.ordinal - other.ordinal

/** The parts that a page gets of the sections that link to it, and of the pages that it links to. */
const shareOfLinking = 0.2
const shareOfLinked = 0.1

/** What the links between pages say of each of them. */
export interface LinkEvidence {
  /** How many other pages link to it, by page. */
  readonly linking: Uint32Array
  /** To be added to its score, by page. */
  readonly gains: Float64Array
}

/**
 * Lets pages have a part of what the sections that link to them, and the pages they link to, have of a query (relevance
 * propagation: Shakery and Zhai, “Relevance Propagation for Topic Distillation”, TREC 2003): a question that tells a symptom
 * is answered by the page to which the description of the symptom links. A section counts less the more pages it links to.
 *
 * @param sectionScores By section of the site.
 * @param pageScores By page of the site.
 */
export function readLinkEvidence(
  { lengths, linkTexts = [] }: { lengths: IndexLengths; linkTexts?: readonly LinkTextRow[] },
  sectionScores: Float64Array,
  pageScores: BestScores,
): LinkEvidence {
  const { pageCount, firstSection } = lengths
  const linking = new Uint32Array(pageCount)
  const fromLinking = new BestScores(pageCount)
  const fromLinked = new BestScores(pageCount)
  const linked = new Uint32Array(pageCount)
  const readPage = (reader: ByteReader, to: number) => {
    let number = 0
    let before = -1
    let best = 0
    for (let left = reader.number(); left > 0; left--) {
      number += reader.number()
      const ordinal = reader.number()
      const links = reader.number()
      const from = lengths.pageAt(bucketOf(number), placeOf(number))
      if (to < 0 || from < 0) continue
      if (from !== before) {
        if (before >= 0) fromLinking.add(to, best)
        best = 0
        before = from
        linked[from] = (linked[from] ?? 0) + 1
        fromLinked.add(from, pageScores.highest(to))
      }
      const section = (firstSection[from] ?? 0) + ordinal
      // A page that was replaced since may have lost sections.
      if (section < (firstSection[from + 1] ?? 0))
        best = Math.max(best, (sectionScores[section] ?? 0) / Math.sqrt(links))
    }
    if (before >= 0) fromLinking.add(to, best)
  }
  for (const row of linkTexts) {
    if (row.term !== linkingSections) continue
    const reader = new ByteReader(row.entries)
    while (!reader.done) {
      const page = lengths.pageAt(row.bucket, reader.number())
      const count = reader.number()
      if (page >= 0) linking[page] = count
      readPage(reader, page)
    }
  }
  const gains = Float64Array.from(
    linking,
    (_, page) =>
      shareOfLinking * fromLinking.sum(page) +
      (shareOfLinked * fromLinked.sum(page)) / Math.sqrt(Math.max(1, linked[page] ?? 0)),
  )
  return { linking, gains }
}
