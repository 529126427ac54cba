import { setImmediate as pause } from 'node:timers/promises'
import type { PostingRow } from '../../database/tables.ts'
import { placeOf } from './buckets.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import type { PageIndex } from './page-index.ts'

/** How a page's index changes. */
export interface IndexChange {
  /** Number of the page. */
  readonly page: number
  /** The terms that it had. */
  readonly formerTerms: readonly string[]
  /** What it has now; undefined when the page is removed. */
  readonly index: PageIndex | undefined
}

/** By term the pages that have it now: places in `changes` and in the terms of the page's index, in turn. */
type Occurrences = Map<string, number[]>

/** Pages, and terms, after which everything else has its turn: a few milliseconds. */
const pagesAtOnce = 16
const termsAtOnce = 512

/** The rows of a bucket that change; terms that no page has any more have none. */
export interface ChangedPostings {
  readonly rows: PostingRow[]
  readonly removedTerms: string[]
}

/** The bucket whose rows change, and what is read of it before. */
interface FormerBucket {
  readonly siteId: string
  readonly bucket: number
  /** Reads the packed entries of terms; left out where the bucket is new. */
  readonly readRows: ((terms: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>) | undefined
}

/** Merges the changes of some pages of one bucket into its rows. */
export async function mergePostings(
  { siteId, bucket, readRows }: FormerBucket,
  changes: readonly IndexChange[],
): Promise<ChangedPostings> {
  const ordered = changes.toSorted((one, other) => one.page - other.page)
  const occurrences = await readOccurrences(ordered)
  // In one order everywhere, so that rows are written side by side.
  const terms = [...occurrences.keys()].sort()
  const merged: ChangedPostings = { rows: [], removedTerms: [] }
  for (let start = 0; start < terms.length; start += termsAtOnce) {
    const some = terms.slice(start, start + termsAtOnce)
    const merger = new EntryMerger(ordered)
    const before = await readRows?.(some)
    const parts = some.map((term) => merger.merge(before?.get(term), occurrences.get(term) ?? []))
    const bytes = merger.bytes()
    for (const [at, term] of some.entries()) {
      const { sections, start: from, end } = parts[at] ?? { sections: 0, start: 0, end: 0 }
      if (from === end) merged.removedTerms.push(term)
      else merged.rows.push({ site_id: siteId, term, bucket, sections, entries: bytes.subarray(from, end) })
    }
    await pause()
  }
  return merged
}

async function readOccurrences(changes: readonly IndexChange[]): Promise<Occurrences> {
  const occurrences: Occurrences = new Map()
  const listOf = (term: string): number[] => {
    const known = occurrences.get(term)
    if (known) return known
    const list: number[] = []
    occurrences.set(term, list)
    return list
  }
  for (const [place, { formerTerms, index }] of changes.entries()) {
    for (const term of formerTerms) listOf(term)
    if (index) for (const [id, term] of index.terms.entries()) listOf(term).push(place, id)
    if (place % pagesAtOnce === 0) await pause()
  }
  return occurrences
}

/** Writes the entries of several rows one after the other: those that a row had, and those of the changed pages. */
class EntryMerger {
  readonly #writer = new ByteWriter()
  readonly #changes: readonly IndexChange[]
  readonly #isChanged = new Uint8Array(256)

  constructor(changes: readonly IndexChange[]) {
    this.#changes = changes
    for (const { page } of changes) this.#isChanged[placeOf(page)] = 1
  }

  /** Gives where in `bytes` the row stands, and how many sections its term counts for. */
  merge(before: Uint8Array | undefined, occurrences: readonly number[]) {
    const start = this.#writer.length
    let sections = 0
    let next = 0
    const writeBelow = (place: number) => {
      for (; next < occurrences.length; next += 2) {
        const change = this.#changes[occurrences[next] ?? 0]
        if (!change?.index || placeOf(change.page) >= place) return
        sections += this.#writeEntry(placeOf(change.page), change.index, occurrences[next + 1] ?? 0)
      }
    }
    if (before) {
      for (const reader = new ByteReader(before); !reader.done; ) {
        const from = reader.at
        const place = reader.number()
        const count = reader.number()
        const length = reader.number()
        reader.at += length
        if (this.#isChanged[place]) continue
        writeBelow(place)
        this.#writer.bytes(before, from, reader.at)
        sections += count
      }
    }
    writeBelow(256)
    return { start, end: this.#writer.length, sections }
  }

  bytes(): Uint8Array {
    return this.#writer.finish()
  }

  #writeEntry(place: number, { counts, ends, bytes }: PageIndex, id: number): number {
    const start = id === 0 ? 0 : (ends[id - 1] ?? 0)
    const end = ends[id] ?? start
    const count = counts[id] ?? 0
    this.#writer.number(place)
    this.#writer.number(count)
    this.#writer.number(end - start)
    this.#writer.bytes(bytes, start, end)
    return count
  }
}
