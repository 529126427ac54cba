import { ByteReader } from '../index/bytes.ts'
import type { IndexLengths } from '../index/index-lengths.ts'
import { type Field, pageFields, sectionFields } from '../index/page-index.ts'
import { Coverage } from './coverage.ts'

/** How much a word counts in each field. */
export const weights: Readonly<Record<Field, number>> = {
  title: 7,
  path: 2.25,
  description: 3,
  heading: 2,
  breadcrumbs: 1,
  prose: 1,
  code: 0.3,
}
/** What a word in the texts of the links to a page counts; their length is already divided out. */
const linkTextWeight = 3
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
/** How soon more of the same word stops to matter (`k1`). */
const saturation = 2
/** The weight of a word of a title that the query does not name, as a part of the largest possible. */
const unnamedWordShare = 0.6
/** By which the masks of an entry tell that a title and a heading have the term. */
const inTitle = 1 << pageFields.indexOf('title')
const inHeading = 1 << sectionFields.indexOf('heading')

/** A row of the index: where a term stands in the pages of one bucket. */
export interface PostingsRow {
  term: string
  bucket: number
  sections: number
  entries: Uint8Array
}

/** Which pages of one bucket are linked by texts that have a term; packed as `link-texts.ts` says. */
export interface LinkTextRow {
  term: string
  bucket: number
  entries: Uint8Array
}

/** How much a term counts: by its rarity in the site, by how often the query says it, and between pages by its gathering. */
export interface TermWeight {
  rarity: number
  count: number
  gathering: number
}

/** The most that a term can give a section, as a multiple of its rarity. */
export const highestGain = saturation + 1

/** How much a term says, by the number of sections it is in: the idf of BM25, never negative. */
export const inverseFrequency = (all: number, having: number): number =>
  Math.log(1 + Math.max(0, all - having + 0.5) / (having + 0.5))

/** How far a term counts more that stands in several sections of the pages that have it. */
const gatheringPower = 0.2

/**
 * How much a term counts for being a topic of the pages that it is on: a word that is said once here and once there is one
 * of many ways to put things. After the burstiness of Church and Gale (“Poisson Mixtures”, 1995), of sections in pages.
 */
export function gatheringOf(rows: Iterable<PostingsRow>): number {
  let pages = 0
  let sections = 0
  for (const row of rows) {
    sections += row.sections
    const reader = new ByteReader(row.entries)
    for (; !reader.done; pages++) {
      reader.number()
      reader.number()
      const length = reader.number()
      reader.at += length
    }
  }
  return pages > 0 ? (sections / pages) ** gatheringPower : 1
}

/** Adds up what each term of a query gives to each section (BM25F), and to the coverage of titles and headings. */
export class SectionScores {
  readonly titles: Coverage
  readonly headings: Coverage
  /** By section, with what its page gives it. */
  readonly whole: Float64Array
  readonly #lengths: IndexLengths
  readonly #pageNorms: Norm[]
  readonly #sectionNorms: Norm[]
  /** What link texts give each page of the bucket that is read. */
  readonly #linked = new Float64Array(256)

  constructor(lengths: IndexLengths) {
    this.#lengths = lengths
    this.whole = new Float64Array(lengths.sectionCount)
    const unnamed = unnamedWordShare * Math.log(Math.max(2, lengths.sectionCount))
    this.titles = new Coverage(lengths.titleWords, unnamed)
    this.headings = new Coverage(lengths.headingWords, unnamed)
    this.#pageNorms = pageFields.map((name, field) =>
      normOf(name, weights[name], lengths.averagePageLengths[field] ?? 0),
    )
    this.#sectionNorms = sectionFields.map((name, field) =>
      normOf(name, weights[name], lengths.averageSectionLengths[field] ?? 0),
    )
  }

  /** Adds one term in the pages of one bucket, and in the texts of the links to them. */
  add(bucket: number, row: PostingsRow | undefined, links: LinkTextRow | undefined, weight: TermWeight): void {
    this.#linked.fill(0)
    if (links) this.#readLinks(links)
    if (row) this.#readRow(row, weight)
    if (!links) return
    for (let place = 0; place < 256; place++) {
      const page = this.#linked[place] ? this.#lengths.pageAt(bucket, place) : -1
      if (page >= 0) this.#gainAll(page, this.#linked[place] ?? 0, weight)
    }
  }

  #readLinks(row: LinkTextRow): void {
    const reader = new ByteReader(row.entries)
    while (!reader.done) this.#linked[reader.number()] = (linkTextWeight * reader.number()) / 100
  }

  /** Reads a packed row in place: millions of small objects would be made otherwise. */
  #readRow(row: PostingsRow, weight: TermWeight): void {
    const reader = new ByteReader(row.entries)
    while (!reader.done) {
      const place = reader.number()
      reader.number()
      const length = reader.number()
      const end = reader.at + length
      const page = this.#lengths.pageAt(row.bucket, place)
      if (page >= 0) this.#readEntry(reader, end, page, this.#linked[place] ?? 0, weight)
      this.#linked[place] = 0
      reader.at = end
    }
  }

  #readEntry(reader: ByteReader, until: number, page: number, linked: number, weight: TermWeight): void {
    const first = this.#lengths.firstSection[page] ?? 0
    const end = this.#lengths.firstSection[page + 1] ?? first
    const shared = linked + this.#readPage(reader, page, weight)
    let next = first
    while (reader.at < until) {
      const section = next + reader.number()
      // A page that was replaced between two reads may have lost sections.
      if (section >= end) break
      if (shared > 0) for (; next < section; next++) this.#gain(next, shared, weight)
      this.#readSection(reader, section, shared, weight)
      next = section + 1
    }
    if (shared > 0) for (; next < end; next++) this.#gain(next, shared, weight)
  }

  #readPage(reader: ByteReader, page: number, { rarity, gathering }: TermWeight): number {
    const mask = reader.number()
    if (mask & inTitle) this.titles.add(page, rarity * gathering)
    return readFrequency(reader, mask, this.#pageNorms, this.#lengths.pageLengths, page)
  }

  #readSection(reader: ByteReader, section: number, shared: number, weight: TermWeight): void {
    const mask = reader.number()
    if (mask & inHeading) this.headings.add(section, weight.rarity)
    const own = readFrequency(reader, mask, this.#sectionNorms, this.#lengths.sectionLengths, section)
    this.#gain(section, shared + own, weight)
  }

  #gainAll(page: number, shared: number, weight: TermWeight): void {
    const end = this.#lengths.firstSection[page + 1] ?? 0
    for (let section = this.#lengths.firstSection[page] ?? end; section < end; section++) {
      this.#gain(section, shared, weight)
    }
  }

  #gain(section: number, frequency: number, { rarity, count, gathering }: TermWeight): void {
    const gain = (rarity * count * gathering * highestGain * frequency) / (saturation + frequency)
    this.whole[section] = (this.whole[section] ?? 0) + gain
  }
}

/** How a field is weighed: its frequencies are divided by `base + slope * length`. */
export interface Norm {
  weight: number
  base: number
  slope: number
}

export const normOf = (name: Field, weight: number, average: number): Norm => ({
  weight,
  base: 1 - norms[name],
  slope: average > 0 ? norms[name] / average : 0,
})

/**
 * Reads how often each field of a page or a section has a term: the sum, weighed and by the lengths of the fields.
 *
 * @param mask Of the fields that have it, which stands before.
 * @param lengths Of all pages or sections, the fields of each side by side.
 */
export function readFrequency(
  reader: ByteReader,
  mask: number,
  norms: readonly Norm[],
  lengths: Uint32Array,
  at: number,
): number {
  let sum = 0
  for (let field = 0, rest = mask; rest > 0; field++, rest >>>= 1) {
    if (!(rest & 1)) continue
    const times = reader.number()
    const norm = norms[field]
    if (norm) sum += (norm.weight * times) / (norm.base + norm.slope * (lengths[at * norms.length + field] ?? 0))
  }
  return sum
}

/** Passes over what one mask announces, and gives it. */
export function skipFrequency(reader: ByteReader): number {
  const mask = reader.number()
  for (let rest = mask; rest > 0; rest >>>= 1) if (rest & 1) reader.number()
  return mask
}
