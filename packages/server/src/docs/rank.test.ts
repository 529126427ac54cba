import { expect, test } from 'vitest'
import { type Entry, writeEntries } from './buckets.ts'
import { readIndexLengths } from './index-lengths.ts'
import { indexPage, type PageTexts } from './page-index.ts'
import { type IndexRows, rankPages } from './rank.ts'
import { gatheringOf, inverseFrequency, linkingPages } from './section-scores.ts'

type Section = PageTexts['sections'][number]
const section = (texts: Partial<Section>): Section => ({
  heading: '',
  breadcrumbs: '',
  prose: '',
  code: '',
  description: '',
  depth: 1,
  ...texts,
})
const page = (texts: Partial<PageTexts>): PageTexts => ({
  title: '',
  path: '',
  sections: [section({})],
  prior: 1,
  ...texts,
})

/** The rows that the database would hold for these pages. */
function rowsOf(pages: readonly PageTexts[]): IndexRows {
  const indexes = pages.map((texts) => indexPage(texts))
  const lengths = indexes.map((index, place): Entry => ({ place, count: index.sections, bytes: index.lengths }))
  const terms = new Set(indexes.flatMap((index) => [...index.postings.keys()]))
  const postings = [...terms].map((term) => {
    const entries = indexes.flatMap((index, place): Entry[] => {
      const posting = index.postings.get(term)
      return posting ? [{ place, count: posting.sections, bytes: posting.bytes }] : []
    })
    const sections = entries.reduce((sum, entry) => sum + entry.count, 0)
    return { term, bucket: 0, sections, entries: writeEntries(entries) }
  })
  return { lengths: readIndexLengths([{ bucket: 0, lengths: writeEntries(lengths) }]), postings }
}

const rank = (query: string[], pages: readonly PageTexts[]) => {
  const rows = rowsOf(pages)
  const postings = rows.postings.filter((row) => query.includes(row.term))
  return rankPages([query], { lengths: rows.lengths, postings }, { limit: 10 })
}

test('the score of a word in prose is BM25F, with the page’s evidence', () => {
  // Two sections of 2 and 3 terms: the average is 2.5.
  const pages = [
    page({ sections: [section({ prose: 'cache cache' })] }),
    page({ sections: [section({ prose: 'several words stand' })] }),
  ]
  const frequency = 2 / (1 - 0.6 + (0.6 * 2) / 2.5)
  const idf = Math.log(1 + (2 - 1 + 0.5) / (1 + 0.5))
  // The first section of a page counts a tenth more; it is also all of the page's evidence.
  const score = 1.1 * ((idf * 3 * frequency) / (2 + frequency)) * (1 + 0.6)
  const highest = idf * 3 * (1 + 0.6 * 1.875)
  const found = rank(['cach'], pages)
  expect(found.map((ranked) => ranked.page)).toEqual([0])
  expect(found[0]?.score).toBeCloseTo(score / highest, 10)
})

test('a word in the title counts for each section, and a title that is named whole adds its coverage', () => {
  const pages = [
    page({ title: 'Caching', sections: [section({ prose: 'one' }), section({ prose: 'two' })] }),
    page({
      title: 'Proxies',
      sections: [section({ prose: 'three' }), section({ prose: 'four' }), section({ prose: 'five' })],
    }),
  ]
  const idf = inverseFrequency(5, 2)
  const second = (idf * 3 * 7) / (2 + 7) + 0.9 * idf
  const first = 1.1 * second
  const highest = idf * 3 * (1 + 0.6 * 1.875)
  const [found] = rank(['cach'], pages)
  expect(found?.sections.map((ranked) => ranked.ordinal)).toEqual([0, 1])
  expect(found?.score).toBeCloseTo(Math.min(1, (first + 0.6 * (first + second / 2)) / highest), 10)
})

test('a word that is said twice counts more than once and less than twice', () => {
  const pages = [page({ sections: [section({ prose: 'proxy' })] }), page({ sections: [section({ prose: 'token' })] })]
  const both = (query: string[]) => new Map(rank(query, pages).map((found) => [found.page, found.score]))
  const twice = both(['proxi', 'proxi', 'token'])
  expect((twice.get(0) ?? 0) / (twice.get(1) ?? 1)).toBeCloseTo(2 ** 0.7, 10)
})

test('which section of a page is the best is decided without what all of them share', () => {
  const pages = [
    page({
      title: 'Proxy',
      sections: [section({ prose: 'words of introduction' }), section({ heading: 'Proxy', prose: 'more' })],
    }),
    page({ sections: [section({ prose: 'none' })] }),
  ]
  expect(rank(['proxi'], pages)[0]?.sections[0]?.ordinal).toBe(1)
})

test('a question about migration finds migration guides at their full worth', () => {
  const pages = [page({ title: 'Migration to 5', prior: 0.5 }), page({ title: 'Proxy' }), page({ title: 'Token' })]
  const asked = rank(['migrat'], pages)[0]?.score ?? 0
  const [named] = rank(['5'], pages)
  expect(asked).toBeGreaterThan((named?.score ?? 0) * 1.5)
})

test('a word that is rare says more than one that is common', () => {
  expect(inverseFrequency(100, 1)).toBeGreaterThan(inverseFrequency(100, 50))
  expect(inverseFrequency(100, 100)).toBeGreaterThan(0)
})

test('a heading that is named ranks above the same words in prose, and those above code', () => {
  const filler = 'several words stand here alone'
  const pages = [
    page({ sections: [section({ code: 'retry()' })] }),
    page({ sections: [section({ prose: `retry ${filler}` })] }),
    page({ sections: [section({ heading: 'Retry', prose: filler })] }),
  ]
  expect(rank(['retri'], pages).map((found) => found.page)).toEqual([2, 1, 0])
})

test('a changelog ranks below a guide that says the same', () => {
  const same = [section({ prose: 'timeout' })]
  expect(
    rank(['timeout'], [page({ sections: same, prior: 0.6 }), page({ sections: same })]).map((found) => found.page),
  ).toEqual([1, 0])
})

test('of one page the best section comes first', () => {
  const pages = [
    page({ sections: [section({ prose: 'proxy' }), section({ heading: 'Proxy' }), section({ prose: 'none' })] }),
  ]
  expect(rank(['proxi'], pages)[0]?.sections.map((found) => found.ordinal)).toEqual([1, 0])
})

test('only pages that are allowed are found', () => {
  const same = page({ sections: [section({ prose: 'proxy' })] })
  const found = rankPages([['proxi']], rowsOf([same, same]), { limit: 10, allowed: new Set([1]) })
  expect(found.map((ranked) => ranked.page)).toEqual([1])
})

test('words that no page has are found nowhere, and lower the score of what is found', () => {
  const pages = [page({ sections: [section({ prose: 'proxy' })] }), page({ sections: [section({ prose: 'none' })] })]
  expect(rank(['unknown'], pages)).toEqual([])
  expect(rank(['proxi', 'unknown'], pages)[0]?.score).toBeLessThan(rank(['proxi'], pages)[0]?.score ?? 0)
})

test('a posting of a page that has fewer sections by now is read as far as it goes', () => {
  const filler = page({
    sections: [section({ prose: 'none' }), section({ prose: 'none' }), section({ prose: 'none' })],
  })
  const before = rowsOf([page({ sections: [section({ prose: 'proxy' }), section({ prose: 'proxy' })] }), filler])
  const now = rowsOf([page({ sections: [section({ prose: 'proxy' })] }), filler])
  const [found] = rankPages([['proxi']], { lengths: now.lengths, postings: before.postings }, { limit: 10 })
  expect(found?.sections).toHaveLength(1)
})

test('a word counts more when the pages that have it are about it', () => {
  const scattered = page({ sections: [section({ prose: 'want' }), section({ prose: 'other' })] })
  const gathered = page({ sections: [section({ prose: 'queue' }), section({ prose: 'queue' })] })
  const { postings } = rowsOf([gathered, scattered, scattered])
  const of = (term: string) => gatheringOf(postings.filter((row) => row.term === term))
  expect(of('want')).toBe(1)
  expect(of('queue')).toBeCloseTo(2 ** 0.2)
  expect(of('nothing')).toBe(1)
})

test('of pages that say the same, the one that more pages link to comes first', () => {
  const pages = [page({ title: 'queue' }), page({ title: 'queue' })]
  const { lengths, postings } = rowsOf(pages)
  const found = (counts: number[]) => {
    const linkTexts = [
      { term: linkingPages, bucket: 0, entries: Uint8Array.from(counts.flatMap((count, at) => [at, count])) },
    ]
    return rankPages([['queue']], { lengths, postings, linkTexts }, { limit: 10 }).map((ranked) => ranked.page)
  }
  expect(found([1, 0])).toEqual([0, 1])
  expect(found([1, 2])).toEqual([1, 0])
})
