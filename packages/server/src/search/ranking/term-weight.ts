import { ByteReader } from '../index/bytes.ts'
import type { PostingsRow } from './term-rows.ts'

/** How much a term counts. */
export interface TermWeight {
  /** By how few sections of the site have it: its `inverseFrequency`. */
  rarity: number
  /** By how often the query says it. */
  count: number
  /** Between pages: its `gatheringOf`. */
  gathering: number
}

/** How much a term says, by the number of sections that have it: the idf of BM25, never negative. */
export const inverseFrequency = (all: number, having: number): number =>
  Math.log(1 + Math.max(0, all - having + 0.5) / (having + 0.5))

/** How far a term counts more that stands in several sections of the pages that have it. */
const gatheringPower = 0.2

/**
 * How much a term counts for being a topic of its pages: a word that is said once here and once there is one of many ways
 * to put things. After the burstiness of Church and Gale (“Poisson Mixtures”, 1995), of sections in pages.
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
