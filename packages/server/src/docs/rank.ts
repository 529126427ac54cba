import { readEntries } from './buckets.ts'
import { ByteReader } from './bytes.ts'
import { type IndexLengths, readIndexLengths } from './index-lengths.ts'
import { type Field, pageFields, sectionFields } from './page-index.ts'

/** How much a word counts in each field. */
const weights: Readonly<Record<Field, number>> = {
  title: 5,
  path: 1.5,
  description: 1,
  heading: 3,
  breadcrumbs: 1,
  prose: 1,
  code: 0.3,
}
/** How soon more of the same word stops to matter (`k1`), and how far the length of a field matters (`b`). */
const saturation = 2
const longFieldNorm = 0.75
const shortFieldNorm = 0.3
/** The part of title and heading coverage, and of the page's best sections, that is added to a section's score. */
const coverageShare = 0.6
const evidenceShare = 0.4
const evidenceWeights = [1, 0.5, 0.25, 0.125] as const
/** The weight of a word of a title that the query does not name, as a part of the largest possible: it is not looked up. */
const unnamedWordShare = 0.6

/** The rows of the index that a query needs. */
export interface IndexRows {
  /** Every bucket of the site. */
  buckets: readonly { bucket: number; lengths: Uint8Array }[]
  /** The rows of the query's terms. */
  postings: readonly { term: string; bucket: number; sections: number; entries: Uint8Array }[]
}

/** A page that matches, with its sections that do, best first. */
export interface RankedPage {
  /** Number of the page within its site. */
  page: number
  /** The best section's score: 0 to 1, where 1 is a page that has every word of the query in its title. */
  score: number
  sections: { ordinal: number; score: number }[]
}

/**
 * Orders the pages of a site by how well they match a query.
 *
 * A section's score is BM25F (Zaragoza et al., “Microsoft Cambridge at TREC-13”, 2004): for each term the frequencies in
 * the fields are divided by the relative length of the field, weighted and added, and their sum saturates once. Added are
 * the coverage of title and heading (the weight of their words that the query names, times the share of the whole that
 * this is) and the page's evidence (the sum of its best sections, each counting half of the one before).
 *
 * @param terms The query's terms in order; a term that is said twice counts twice.
 * @param options `allowed`: numbers of the pages that may be found; all when left out.
 */
export function rankPages(
  terms: readonly string[],
  rows: IndexRows,
  options: { limit: number; allowed?: ReadonlySet<number> | undefined },
): RankedPage[] {
  const lengths = readIndexLengths(rows.buckets)
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  const scorer = new Scorer(lengths)
  let ceiling = 0
  const byTerm = Map.groupBy(rows.postings, (row) => row.term)
  for (const [term, count] of counts) {
    const found = byTerm.get(term) ?? []
    const sections = found.reduce((sum, row) => sum + row.sections, 0)
    const rarity = inverseFrequency(lengths.sectionCount, sections)
    ceiling += count * rarity * (saturation + 1)
    for (const row of found) scorer.add(row, rarity, count)
  }
  return scorer.rank(ceiling, options)
}

/** How much a term says, by the number of sections it is in: the idf of BM25, never negative. */
export const inverseFrequency = (all: number, having: number): number =>
  Math.log(1 + Math.max(0, all - having + 0.5) / (having + 0.5))

class Scorer {
  readonly #lengths: IndexLengths
  readonly #scores: Float64Array
  readonly #titles: Coverage
  readonly #headings: Coverage
  readonly #pageNorms: number[]
  readonly #sectionNorms: number[]

  constructor(lengths: IndexLengths) {
    this.#lengths = lengths
    this.#scores = new Float64Array(lengths.sectionCount)
    const unnamed = unnamedWordShare * Math.log(Math.max(2, lengths.sectionCount))
    this.#titles = new Coverage(lengths.titleWords, unnamed)
    this.#headings = new Coverage(lengths.headingWords, unnamed)
    this.#pageNorms = pageFields.map((_, field) => lengths.averagePageLength(field))
    this.#sectionNorms = sectionFields.map((_, field) => lengths.averageSectionLength(field))
  }

  /** Adds what one term gives to the sections of one bucket. */
  add(row: IndexRows['postings'][number], rarity: number, count: number): void {
    const lengths = this.#lengths
    for (const entry of readEntries(row.entries)) {
      const page = lengths.pageAt(row.bucket, entry.place)
      if (page === undefined) continue
      const first = lengths.firstSection[page] ?? 0
      const end = lengths.firstSection[page + 1] ?? first
      const reader = new ByteReader(entry.bytes)
      const shared = this.#readPageFields(reader, page, rarity)
      let next = first
      while (!reader.done) {
        const section = next + reader.number()
        const own = this.#readSectionFields(reader, section, rarity)
        // A page that was replaced between two reads may have lost sections.
        if (section >= end) break
        if (shared > 0) for (; next < section; next++) this.#gain(next, shared, rarity, count)
        this.#gain(section, shared + own, rarity, count)
        next = section + 1
      }
      if (shared > 0) for (; next < end; next++) this.#gain(next, shared, rarity, count)
    }
  }

  #readPageFields(reader: ByteReader, page: number, rarity: number): number {
    let sum = 0
    let mask = reader.number()
    for (let field = 0; mask > 0; field++, mask >>>= 1) {
      if (!(mask & 1)) continue
      const name = pageFields[field]
      const times = reader.number()
      if (name === undefined) continue
      if (name === 'title') this.#titles.add(page, rarity)
      sum += this.#fieldWeight(name, times, this.#lengths.pageLength(page, field), this.#pageNorms[field] ?? 0)
    }
    return sum
  }

  #readSectionFields(reader: ByteReader, section: number, rarity: number): number {
    let sum = 0
    let mask = reader.number()
    for (let field = 0; mask > 0; field++, mask >>>= 1) {
      if (!(mask & 1)) continue
      const name = sectionFields[field]
      const times = reader.number()
      if (name === undefined) continue
      if (name === 'heading') this.#headings.add(section, rarity)
      sum += this.#fieldWeight(name, times, this.#lengths.sectionLength(section, field), this.#sectionNorms[field] ?? 0)
    }
    return sum
  }

  #fieldWeight(name: Field, times: number, length: number, average: number): number {
    const norm = name === 'prose' || name === 'code' ? longFieldNorm : shortFieldNorm
    return (weights[name] * times) / (1 - norm + (norm * length) / (average || 1))
  }

  #gain(section: number, frequency: number, rarity: number, count: number): void {
    const gain = (count * rarity * (saturation + 1) * frequency) / (saturation + frequency)
    this.#scores[section] = (this.#scores[section] ?? 0) + gain
  }

  rank(ceiling: number, options: { limit: number; allowed?: ReadonlySet<number> | undefined }): RankedPage[] {
    const { firstSection, pageCount } = this.#lengths
    const ranked: RankedPage[] = []
    for (let page = 0; page < pageCount; page++) {
      const number = this.#lengths.numbers[page] ?? 0
      if (options.allowed && !options.allowed.has(number)) continue
      const sections = this.#pageSections(firstSection[page] ?? 0, firstSection[page + 1] ?? 0, page)
      const best = sections[0]
      if (best) ranked.push({ page: number, score: best.score, sections })
    }
    ranked.sort((one, other) => other.score - one.score || one.page - other.page)
    const highest = ceiling * (1 + evidenceShare * evidenceWeights.reduce((sum, weight) => sum + weight, 0))
    const share = (score: number) => Math.min(1, score / highest)
    return ranked.slice(0, options.limit).map(({ page, score, sections }) => ({
      page,
      score: share(score),
      sections: sections.map((section) => ({ ordinal: section.ordinal, score: share(section.score) })),
    }))
  }

  /** The sections of a page that match, best first, with what title, heading and the rest of the page add. */
  #pageSections(first: number, end: number, page: number): { ordinal: number; score: number }[] {
    const sections: { ordinal: number; score: number }[] = []
    for (let section = first; section < end; section++) {
      const score = this.#scores[section] ?? 0
      if (score > 0)
        sections.push({ ordinal: section - first, score: score + coverageShare * this.#headings.of(section) })
    }
    if (sections.length === 0) return sections
    sections.sort((one, other) => other.score - one.score || one.ordinal - other.ordinal)
    const title = coverageShare * this.#titles.of(page)
    const evidence = evidenceWeights.reduce((sum, weight, at) => {
      const section = sections[at]
      return section ? sum + weight * (section.score + title) : sum
    }, 0)
    const prior = (this.#lengths.priors[page] ?? 100) / 100
    for (const section of sections) section.score = prior * (section.score + title + evidenceShare * evidence)
    return sections
  }
}

/** How much of a title or heading the query names. */
class Coverage {
  readonly #named: Float64Array
  readonly #count: Uint8Array
  readonly #words: Uint32Array
  readonly #unnamed: number

  constructor(words: Uint32Array, unnamed: number) {
    this.#named = new Float64Array(words.length)
    this.#count = new Uint8Array(words.length)
    this.#words = words
    this.#unnamed = unnamed
  }

  add(at: number, rarity: number): void {
    if (at >= this.#named.length) return
    this.#named[at] = (this.#named[at] ?? 0) + rarity
    this.#count[at] = (this.#count[at] ?? 0) + 1
  }

  of(at: number): number {
    const named = this.#named[at] ?? 0
    if (named === 0) return 0
    const rest = Math.max(0, (this.#words[at] ?? 0) - (this.#count[at] ?? 0)) * this.#unnamed
    return (named * named) / (named + rest)
  }
}
