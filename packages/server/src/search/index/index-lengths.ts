import { pageNumber, readEntries } from './buckets.ts'
import { ByteReader } from './bytes.ts'
import { pageFields, sectionFields } from './page-index.ts'

/** The lengths of all fields of a site's pages and sections, in terms. Pages and sections are counted from 0, in order. */
export interface IndexLengths {
  pageCount: number
  sectionCount: number
  /** Number within the site, by page. */
  numbers: Uint32Array
  /** By page; one more at the end. */
  firstSection: Uint32Array
  /** In hundredths, by page. */
  priors: Uint8Array
  /** How many different words titles and headings have. */
  titleWords: Uint32Array
  headingWords: Uint32Array
  /** How many headings stand above a section, by section. */
  depths: Uint8Array
  /** By page, its fields side by side. */
  pageLengths: Uint32Array
  /** By section, its fields side by side. */
  sectionLengths: Uint32Array
  /** A page counts once for each of its sections. */
  averagePageLengths: readonly number[]
  averageSectionLengths: readonly number[]
  /** The page at a place of a bucket; -1 when there is none. */
  pageAt: (bucket: number, place: number) => number
}

/** Reads the packed lengths of every bucket of a site. */
export function readIndexLengths(buckets: readonly { bucket: number; lengths: Uint8Array }[]): IndexLengths {
  const entries = [...buckets]
    .sort((one, other) => one.bucket - other.bucket)
    .flatMap(({ bucket, lengths }) => readEntries(lengths).map((entry) => ({ bucket, ...entry })))
  const pageCount = entries.length
  const sectionCount = entries.reduce((sum, entry) => sum + entry.count, 0)
  const numbers = new Uint32Array(pageCount)
  const firstSection = new Uint32Array(pageCount + 1)
  const priors = new Uint8Array(pageCount)
  const titleWords = new Uint32Array(pageCount)
  const headingWords = new Uint32Array(sectionCount)
  const pageLengths = new Uint32Array(pageCount * pageFields.length)
  const sectionLengths = new Uint32Array(sectionCount * sectionFields.length)
  const depths = new Uint8Array(sectionCount)
  const pages = new Int32Array(256 * (1 + Math.max(-1, ...buckets.map(({ bucket }) => bucket)))).fill(-1)
  let section = 0
  for (const [page, entry] of entries.entries()) {
    const reader = new ByteReader(entry.bytes)
    numbers[page] = pageNumber(entry.bucket, entry.place)
    pages[pageNumber(entry.bucket, entry.place)] = page
    firstSection[page] = section
    priors[page] = reader.number()
    titleWords[page] = reader.number()
    for (let field = 0; field < pageFields.length; field++)
      pageLengths[page * pageFields.length + field] = reader.number()
    for (let left = entry.count; left > 0; left--, section++) {
      depths[section] = reader.number()
      headingWords[section] = reader.number()
      for (let field = 0; field < sectionFields.length; field++) {
        sectionLengths[section * sectionFields.length + field] = reader.number()
      }
    }
  }
  firstSection[pageCount] = section
  const sectionsOf = (page: number) => (firstSection[page + 1] ?? 0) - (firstSection[page] ?? 0)
  return {
    pageCount,
    sectionCount,
    numbers,
    firstSection,
    priors,
    titleWords,
    headingWords,
    depths,
    pageLengths,
    sectionLengths,
    averagePageLengths: pageFields.map((_, field) =>
      average(pageLengths, pageFields.length, field, sectionCount, sectionsOf),
    ),
    averageSectionLengths: sectionFields.map((_, field) =>
      average(sectionLengths, sectionFields.length, field, sectionCount, () => 1),
    ),
    pageAt: (bucket, place) => pages[pageNumber(bucket, place)] ?? -1,
  }
}

function average(lengths: Uint32Array, width: number, field: number, all: number, times: (at: number) => number) {
  let sum = 0
  for (let at = 0; at * width < lengths.length; at++) sum += (lengths[at * width + field] ?? 0) * times(at)
  return all > 0 ? sum / all : 0
}
