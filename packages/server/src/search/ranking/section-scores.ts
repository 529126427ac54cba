import { bucketSize } from '../index/buckets.ts'
import { ByteReader } from '../index/bytes.ts'
import type { IndexLengths } from '../index/index-lengths.ts'
import { pageFields, sectionFields } from '../index/page-index.ts'
import { Coverage } from './coverage.ts'
import { FieldFrequencies, weights } from './field-frequencies.ts'
import type { LinkTextRow, PostingsRow } from './term-rows.ts'
import type { TermWeight } from './term-weight.ts'

/** What a word in the texts of the links to a page counts; their length is already divided out. */
const linkTextWeight = 3
/** How soon more of the same word stops to matter (`k1`). */
const saturation = 2
/** The weight of a word of a title that the query does not name, as a part of the largest possible. */
const unnamedWordShare = 0.6
/** The bits of the masks by which a title and a heading have a term. */
const inTitle = 1 << pageFields.indexOf('title')
const inHeading = 1 << sectionFields.indexOf('heading')

/** The most that a term can give a section, as a multiple of its rarity. */
export const highestGain = saturation + 1

/** What the index has of one term in the pages of one bucket. */
interface BucketRows {
  readonly postings: PostingsRow | undefined
  readonly links: LinkTextRow | undefined
}

/** Adds up what each term of a query gives to each section (BM25F), and to the coverage of titles and headings. */
export class SectionScores {
  readonly titles: Coverage
  readonly headings: Coverage
  /** By section, with what its page gives it. */
  readonly whole: Float64Array
  readonly #lengths: IndexLengths
  readonly #ofPages: FieldFrequencies
  readonly #ofSections: FieldFrequencies
  /** By place in the bucket that is read: what link texts give the page. */
  readonly #fromLinks = new Float64Array(bucketSize)
  /** Of the term that is read. */
  #weight: TermWeight = { rarity: 0, count: 0, gathering: 0 }

  constructor(lengths: IndexLengths) {
    this.#lengths = lengths
    this.whole = new Float64Array(lengths.sectionCount)
    const unnamed = unnamedWordShare * Math.log(Math.max(2, lengths.sectionCount))
    this.titles = new Coverage(lengths.titleWords, unnamed)
    this.headings = new Coverage(lengths.headingWords, unnamed)
    this.#ofPages = new FieldFrequencies({
      names: pageFields,
      weights,
      lengths: lengths.pageLengths,
      averages: lengths.averagePageLengths,
    })
    this.#ofSections = new FieldFrequencies({
      names: sectionFields,
      weights,
      lengths: lengths.sectionLengths,
      averages: lengths.averageSectionLengths,
    })
  }

  /** Adds one term in the pages of one bucket, and in the texts of the links to them. */
  add(bucket: number, { postings, links }: BucketRows, weight: TermWeight): void {
    this.#weight = weight
    this.#fromLinks.fill(0)
    if (links) this.#readLinks(links)
    if (postings) this.#readRow(postings)
    if (!links) return
    for (let place = 0; place < bucketSize; place++) {
      const fromLinks = this.#fromLinks[place] ?? 0
      const page = fromLinks > 0 ? this.#lengths.pageAt(bucket, place) : -1
      if (page < 0) continue
      const end = this.#lengths.firstSection[page + 1] ?? 0
      this.#gainAll(this.#lengths.firstSection[page] ?? end, end, fromLinks)
    }
  }

  #readLinks(row: LinkTextRow): void {
    const reader = new ByteReader(row.entries)
    while (!reader.done) this.#fromLinks[reader.number()] = (linkTextWeight * reader.number()) / 100
  }

  /** Reads a packed row in place: millions of small objects would be made otherwise. */
  #readRow(row: PostingsRow): void {
    const reader = new ByteReader(row.entries)
    while (!reader.done) {
      const place = reader.number()
      reader.number()
      const length = reader.number()
      const end = reader.at + length
      const page = this.#lengths.pageAt(row.bucket, place)
      if (page >= 0) {
        const shared = (this.#fromLinks[place] ?? 0) + this.#readPage(reader, page)
        this.#readSections(reader, end, { page, shared })
      }
      this.#fromLinks[place] = 0
      reader.at = end
    }
  }

  #readPage(reader: ByteReader, page: number): number {
    const mask = reader.number()
    if (mask & inTitle) this.titles.add(page, this.#weight.rarity * this.#weight.gathering)
    return this.#ofPages.read(reader, mask, page)
  }

  /** @param shared What the page gives each of its sections. */
  #readSections(reader: ByteReader, until: number, { page, shared }: { page: number; shared: number }): void {
    const first = this.#lengths.firstSection[page] ?? 0
    const end = this.#lengths.firstSection[page + 1] ?? first
    let next = first
    while (reader.at < until) {
      const section = next + reader.number()
      // A page that was replaced between two reads may have lost sections.
      if (section >= end) break
      this.#gainAll(next, section, shared)
      const mask = reader.number()
      if (mask & inHeading) this.headings.add(section, this.#weight.rarity)
      this.#gain(section, shared + this.#ofSections.read(reader, mask, section))
      next = section + 1
    }
    this.#gainAll(next, end, shared)
  }

  /** Gives the same to sections that stand in a row. */
  #gainAll(start: number, end: number, frequency: number): void {
    if (frequency > 0) for (let section = start; section < end; section++) this.#gain(section, frequency)
  }

  #gain(section: number, frequency: number): void {
    const { rarity, count, gathering } = this.#weight
    const gain = (rarity * count * gathering * highestGain * frequency) / (saturation + frequency)
    this.whole[section] = (this.whole[section] ?? 0) + gain
  }
}
