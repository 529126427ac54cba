import { bucketOf } from '../index/buckets.ts'
import { ByteReader } from '../index/bytes.ts'
import type { IndexLengths } from '../index/index-lengths.ts'
import { type Field, sectionFields } from '../index/page-index.ts'
import { FieldFrequencies, skipFrequency, weights } from './field-frequencies.ts'
import type { PostingsRow } from './term-rows.ts'
import { inverseFrequency } from './term-weight.ts'

/** How much a word counts in each field: more in a heading of its own, and less in code, than between pages. */
const ownWeights: Readonly<Record<Field, number>> = {
  ...weights,
  description: 0,
  heading: 3,
  code: 0.15,
}
/** How soon more of the same word stops to matter (`k1`). */
const saturation = 1.2
/** The fields by which it is counted how many sections of a page have a word. */
const ownFields = sectionFields.reduce(
  (mask, name, field) => (name === 'breadcrumbs' || name === 'description' ? mask : mask | (1 << field)),
  0,
)

/** What each section of some pages says itself, against the others of its page (BM25F): what they share says nothing. */
export class OwnScores {
  readonly #lengths: IndexLengths
  readonly #frequencies: FieldFrequencies
  /** By page, whose sections stand in order. */
  readonly #scores = new Map<number, Float64Array>()
  readonly #chosen: Uint8Array
  readonly #buckets = new Set<number>()

  constructor(lengths: IndexLengths, pages: Iterable<number>) {
    this.#lengths = lengths
    this.#frequencies = new FieldFrequencies({
      names: sectionFields,
      weights: ownWeights,
      lengths: lengths.sectionLengths,
      averages: lengths.averageSectionLengths,
    })
    this.#chosen = new Uint8Array(lengths.pageCount)
    for (const page of pages) {
      this.#chosen[page] = 1
      this.#buckets.add(bucketOf(lengths.numbers[page] ?? 0))
      this.#scores.set(
        page,
        new Float64Array((lengths.firstSection[page + 1] ?? 0) - (lengths.firstSection[page] ?? 0)),
      )
    }
  }

  /** By section of a page that was chosen. */
  of(page: number): Float64Array {
    return this.#scores.get(page) ?? new Float64Array()
  }

  /** Adds one term in the pages of one bucket. */
  add(row: PostingsRow, count: number): void {
    if (!this.#buckets.has(row.bucket)) return
    const reader = new ByteReader(row.entries)
    while (!reader.done) {
      const place = reader.number()
      reader.number()
      const end = reader.number() + reader.at
      const page = this.#lengths.pageAt(row.bucket, place)
      if (this.#chosen[page]) this.#readEntry(reader, end, { page, count })
      reader.at = end
    }
  }

  #readEntry(reader: ByteReader, until: number, { page, count }: { page: number; count: number }): void {
    const scores = this.of(page)
    skipFrequency(reader)
    const start = reader.at
    const weight = count * inverseFrequency(scores.length, countSections(reader, until)) * (saturation + 1)
    reader.at = start
    const first = this.#lengths.firstSection[page] ?? 0
    for (let next = 0; reader.at < until; next++) {
      next += reader.number()
      const frequency = this.#frequencies.read(reader, reader.number(), first + next)
      // A page that was replaced between two reads may have lost sections.
      if (next >= scores.length) break
      scores[next] = (scores[next] ?? 0) + (weight * frequency) / (saturation + frequency)
    }
  }
}

/** How many sections of a page have a term in their heading, prose or code. */
function countSections(reader: ByteReader, until: number): number {
  let count = 0
  while (reader.at < until) {
    reader.number()
    if (skipFrequency(reader) & ownFields) count++
  }
  return count
}
