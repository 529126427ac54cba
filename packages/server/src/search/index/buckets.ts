import { ByteReader, ByteWriter } from './bytes.ts'

/** How many pages share a bucket. */
export const bucketSize = 256

/**
 * Pages have numbers within their site; 256 neighbours share a bucket. What a bucket knows of its pages is packed: for
 * each page its number within the bucket, a count (of sections), the number of bytes, the bytes.
 */
export const bucketOf = (page: number): number => page >>> 8
export const placeOf = (page: number): number => page & 255
export const pageNumber = (bucket: number, place: number): number => bucket * bucketSize + place

/** What a packed row knows of one page. */
export interface Entry {
  place: number
  count: number
  bytes: Uint8Array
}

/** Reads a packed row without copying the bytes. */
export function readEntries(packed: Uint8Array): Entry[] {
  const reader = new ByteReader(packed)
  const entries: Entry[] = []
  while (!reader.done) {
    const place = reader.number()
    const count = reader.number()
    const length = reader.number()
    entries.push({ place, count, bytes: packed.subarray(reader.at, reader.at + length) })
    reader.at += length
  }
  return entries
}

/** Packs entries in the order of their pages. */
export function writeEntries(entries: readonly Entry[]): Uint8Array {
  const writer = new ByteWriter()
  for (const entry of entries) {
    writer.number(entry.place)
    writer.number(entry.count)
    writer.number(entry.bytes.length)
    writer.bytes(entry.bytes)
  }
  return writer.finish()
}

/** The entries of a row after those of some pages were replaced; `undefined` as a page's new entry removes it. */
export function replaceEntries(entries: readonly Entry[], changed: ReadonlyMap<number, Entry | undefined>): Entry[] {
  const kept = entries.filter((entry) => !changed.has(entry.place))
  const added = [...changed.values()].filter((entry) => entry !== undefined)
  return [...kept, ...added].sort((one, other) => one.place - other.place)
}
