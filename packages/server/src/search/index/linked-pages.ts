import { BestScores } from '../ranking/best-scores.ts'
import type { LinkTextRow } from '../ranking/term-rows.ts'
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
  /** How many pages it links to. */
  readonly links: number
}

/** Where thousands of sections link to a page, those that link to the fewest others say enough. */
const mostSections = 32

/** Packs for pages in order: the place, how many pages link to it, how many sections follow, the sections. */
export function writeLinkingSections(
  pages: readonly { page: number; sections: readonly LinkingSection[] }[],
): Uint8Array {
  const writer = new ByteWriter()
  for (const { page, sections } of pages) {
    const kept = sections
      .toSorted((one, other) => one.links - other.links || compareSections(one, other))
      .slice(0, mostSections)
      .sort(compareSections)
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

const compareSections = (one: LinkingSection, other: LinkingSection): number =>
  one.page - other.page || one.ordinal - other.ordinal

/** The parts that a page gets of the sections that link to it, and of the pages that it links to. */
const linkingShare = 0.2
const linkedShare = 0.1

/** What the links between pages say of each of them; all by page, as `IndexLengths` counts them. */
interface LinkEvidence {
  /** How many other pages link to it. */
  readonly linkCounts: Uint32Array
  /** To be added to its score. */
  readonly gains: Float64Array
}

/** The pages and sections of a site with their scores, as `IndexLengths` counts them. */
interface Scores {
  readonly sections: Float64Array
  readonly pages: BestScores
}

/**
 * Gives pages a part of what the sections that link to them, and the pages they link to, have of a query (relevance
 * propagation: Shakery and Zhai, “Relevance Propagation for Topic Distillation”, TREC 2003): a question that describes a
 * symptom is answered by the page to which the description of the symptom links. A section counts less the more pages it
 * links to.
 */
export function readLinkEvidence(
  { lengths, linkTexts }: { lengths: IndexLengths; linkTexts: readonly LinkTextRow[] },
  scores: Scores,
): LinkEvidence {
  const { pageCount } = lengths
  const linkCounts = new Uint32Array(pageCount)
  const fromLinking = new BestScores(pageCount)
  const fromLinked = new BestScores(pageCount)
  /** By page: how many pages it links to. */
  const targets = new Uint32Array(pageCount)
  let page = -1
  const addLinkingPage = (from: number, best: number): void => {
    if (page < 0) return
    fromLinking.add(page, best)
    fromLinked.add(from, scores.pages.highest(page))
    targets[from] = (targets[from] ?? 0) + 1
  }
  for (const row of linkTexts) {
    if (row.term !== linkingSections) continue
    const reader = new ByteReader(row.entries)
    while (!reader.done) {
      page = lengths.pageAt(row.bucket, reader.number())
      const count = reader.number()
      if (page >= 0) linkCounts[page] = count
      readLinkingPages(reader, { lengths, scores }, addLinkingPage)
    }
  }
  const gains = Float64Array.from(linkCounts, (_, at) => {
    const linked = fromLinked.sum(at) / Math.sqrt(Math.max(1, targets[at] ?? 0))
    return linkingShare * fromLinking.sum(at) + linkedShare * linked
  })
  return { linkCounts, gains }
}

/**
 * Reads the sections that link to one page.
 *
 * @param add Takes each page that they are on, and the score of the best of them on it.
 */
const readLinkingPages = (
  reader: ByteReader,
  { lengths, scores }: { lengths: IndexLengths; scores: Scores },
  add: (from: number, best: number) => void,
): void => {
  let number = 0
  let before = -1
  let best = 0
  for (let left = reader.number(); left > 0; left--) {
    number += reader.number()
    const ordinal = reader.number()
    const links = reader.number()
    const from = lengths.pageAt(bucketOf(number), placeOf(number))
    if (from < 0) continue
    if (from !== before && before >= 0) add(before, best)
    if (from !== before) best = 0
    before = from
    const section = (lengths.firstSection[from] ?? 0) + ordinal
    // A page that was replaced since may have lost sections.
    if (section >= (lengths.firstSection[from + 1] ?? 0)) continue
    best = Math.max(best, (scores.sections[section] ?? 0) / Math.sqrt(links))
  }
  if (before >= 0) add(before, best)
}
