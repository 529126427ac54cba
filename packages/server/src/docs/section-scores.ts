import { readEntries } from './buckets.ts'
import { ByteReader } from './bytes.ts'
import { Coverage } from './coverage.ts'
import type { IndexLengths } from './index-lengths.ts'
import { type Field, pageFields, sectionFields } from './page-index.ts'

/** How much a word counts in each field. */
const weights: Readonly<Record<Field, number>> = {
  title: 7,
  path: 2.25,
  description: 3,
  heading: 2,
  breadcrumbs: 1,
  prose: 1,
  code: 0.3,
}
/** The same when the sections of one page are compared: what they share says nothing. */
const ownWeights: Readonly<Record<Field, number>> = { ...weights, title: 0, path: 0, description: 0, heading: 3 }
/** How far the length of a field matters (`b`). */
const norms: Readonly<Record<Field, number>> = {
  title: 0.5,
  path: 0.5,
  description: 0.5,
  heading: 0.5,
  breadcrumbs: 0.5,
  prose: 0.6,
  code: 0.75,
}
/** How soon more of the same word stops to matter (`k1`), between pages and between the sections of one page. */
const saturation = 2
const ownSaturation = 1.2
/** The weight of a word of a title that the query does not name, as a part of the largest possible. */
const unnamedWordShare = 0.6

/** A row of the index: where a term stands in the pages of one bucket. */
export interface PostingsRow {
  term: string
  bucket: number
  sections: number
  entries: Uint8Array
}

/** The most that a term can give a section, as a multiple of its rarity. */
export const highestGain = saturation + 1

/** Adds up what each term of a query gives to each section (BM25F), and to the coverage of titles and headings. */
export class SectionScores {
  readonly titles: Coverage
  readonly headings: Coverage
  /** By section: with what its page gives it. */
  readonly whole: Float64Array
  /** By section: of its own alone. */
  readonly own: Float64Array
  readonly #lengths: IndexLengths
  readonly #pageNorms: Norm[]
  readonly #sectionNorms: Norm[]

  constructor(lengths: IndexLengths) {
    this.#lengths = lengths
    this.whole = new Float64Array(lengths.sectionCount)
    this.own = new Float64Array(lengths.sectionCount)
    const unnamed = unnamedWordShare * Math.log(Math.max(2, lengths.sectionCount))
    this.titles = new Coverage(lengths.titleWords, unnamed)
    this.headings = new Coverage(lengths.headingWords, unnamed)
    this.#pageNorms = pageFields.map((name, field) => normOf(name, lengths.averagePageLength(field)))
    this.#sectionNorms = sectionFields.map((name, field) => normOf(name, lengths.averageSectionLength(field)))
  }

  /** Adds one term in the pages of one bucket. `weight`: how much it counts, its rarity included. */
  add(row: PostingsRow, rarity: number, weight: number): void {
    const lengths = this.#lengths
    for (const entry of readEntries(row.entries)) {
      const page = lengths.pageAt(row.bucket, entry.place)
      if (page === undefined) continue
      const first = lengths.firstSection[page] ?? 0
      const end = lengths.firstSection[page + 1] ?? first
      const reader = new ByteReader(entry.bytes)
      const shared = this.#readPage(reader, page, rarity)
      let next = first
      while (!reader.done) {
        const section = next + reader.number()
        // A page that was replaced between two reads may have lost sections.
        if (section >= end) break
        if (shared > 0) for (; next < section; next++) this.#gain(next, shared, weight)
        this.#readSection(reader, section, shared, rarity, weight)
        next = section + 1
      }
      if (shared > 0) for (; next < end; next++) this.#gain(next, shared, weight)
    }
  }

  #readPage(reader: ByteReader, page: number, rarity: number): number {
    let sum = 0
    let mask = reader.number()
    for (let field = 0; mask > 0; field++, mask >>>= 1) {
      if (!(mask & 1)) continue
      const times = reader.number()
      const norm = this.#pageNorms[field]
      if (!norm) continue
      if (norm.name === 'title') this.titles.add(page, rarity)
      sum += (norm.weight * times) / (norm.base + norm.slope * this.#lengths.pageLength(page, field))
    }
    return sum
  }

  #readSection(reader: ByteReader, section: number, shared: number, rarity: number, weight: number): void {
    let whole = shared
    let own = 0
    let mask = reader.number()
    for (let field = 0; mask > 0; field++, mask >>>= 1) {
      if (!(mask & 1)) continue
      const times = reader.number()
      const norm = this.#sectionNorms[field]
      if (!norm) continue
      if (norm.name === 'heading') this.headings.add(section, rarity)
      const relative = times / (norm.base + norm.slope * this.#lengths.sectionLength(section, field))
      whole += norm.weight * relative
      own += norm.ownWeight * relative
    }
    this.#gain(section, whole, weight)
    this.own[section] = (this.own[section] ?? 0) + (weight * (ownSaturation + 1) * own) / (ownSaturation + own)
  }

  #gain(section: number, frequency: number, weight: number): void {
    const gain = (weight * highestGain * frequency) / (saturation + frequency)
    this.whole[section] = (this.whole[section] ?? 0) + gain
  }
}

/** How a field is weighed: its frequencies are divided by `base + slope * length`. */
interface Norm {
  name: Field
  weight: number
  ownWeight: number
  base: number
  slope: number
}

const normOf = (name: Field, average: number): Norm => ({
  name,
  weight: weights[name],
  ownWeight: ownWeights[name],
  base: 1 - norms[name],
  slope: average > 0 ? norms[name] / average : 0,
})
