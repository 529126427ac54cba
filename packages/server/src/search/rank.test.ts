import { describe, expect, test } from 'vitest'
import { type Entry, writeEntries } from './index/buckets.ts'
import { readIndexLengths } from './index/index-lengths.ts'
import { linkingSections, writeLinkingSections } from './index/linked-pages.ts'
import { indexPage, type PageTexts } from './index/page-index.ts'
import { type IndexRows, rankPages } from './rank.ts'
import { gatheringOf, inverseFrequency } from './ranking/term-weight.ts'

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
  const terms = new Set(indexes.flatMap((index) => index.terms))
  const postings = [...terms].map((term) => {
    const entries = indexes.flatMap((index, place): Entry[] => {
      const id = index.terms.indexOf(term)
      const bytes = index.bytes.subarray(index.ends[id - 1] ?? 0, index.ends[id])
      return id < 0 ? [] : [{ place, count: index.counts[id] ?? 0, bytes }]
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
  expect(found?.score).toBeCloseTo((first + 0.6 * (first + second / 2)) / highest, 10)
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

test('a page that says what is asked in its title alone is found by its beginning', () => {
  const [found] = rank(
    ['cach'],
    [page({ title: 'Caching', sections: [section({ prose: 'one' }), section({ prose: 'two' })] })],
  )
  expect(found?.score).toBeGreaterThan(0)
  expect(found?.sections.map(({ ordinal, score }) => [ordinal, score])).toEqual([
    [0, found?.score],
    [1, 0],
  ])
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

test('the sections that a match is told of are those that may be found, in the edition that is meant', () => {
  const same = page({ sections: [section({ prose: 'proxy' }), section({ prose: 'other' })] })
  const countOf = (options: Partial<Parameters<typeof rankPages>[2]>) =>
    rankPages([['proxi']], rowsOf([same, same, same]), { limit: 10, ...options })[0]?.byWords?.sections
  expect(countOf({})).toBe(6)
  expect(countOf({ allowed: new Set([1]) })).toBe(2)
  expect(countOf({ twins: new Map([[2, { page: 0, isTranslation: true }]]) })).toBe(4)
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

test('of the words that one may be misspelt from, a page that has one lacks nothing', () => {
  const pages = [page({ sections: [section({ prose: 'log' })] }), page({ sections: [section({ prose: 'love' })] })]
  const { lengths, postings } = rowsOf(pages)
  const scoreBy = (words: readonly string[]) => {
    const related = new Map(words.map((word) => [word, { count: 0.7, word: 'loge' }]))
    return rankPages([[]], { lengths, postings }, { limit: 10, related })[0]?.score
  }
  expect(scoreBy(['log', 'love'])).toBeCloseTo(scoreBy(['log']) ?? 0)
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

describe('links between pages', () => {
  interface Link {
    from: number
    ordinal?: number
    to: number
    links?: number
  }
  const linked = (pages: readonly PageTexts[], links: readonly Link[]) => {
    const { lengths, postings } = rowsOf(pages)
    const targets = [...new Set(links.map(({ to }) => to))].sort((one, other) => one - other)
    const entries = writeLinkingSections(
      targets.map((page) => ({
        page,
        sections: links
          .filter(({ to }) => to === page)
          .map(({ from, ordinal = 0, links = 1 }) => ({ page: from, ordinal, links })),
      })),
    )
    const linkTexts = [{ term: linkingSections, bucket: 0, entries }]
    return rankPages([['queue']], { lengths, postings, linkTexts }, { limit: 10 })
  }
  const order = (...asked: Parameters<typeof linked>) => linked(...asked).map(({ page }) => page)
  const alike = page({ sections: [section({ prose: 'queue' }), section({ prose: 'other' })] })
  const silent = page({ sections: [section({ prose: 'nothing' }), section({ prose: 'nothing' })] })
  const telling = page({ sections: [section({ prose: 'queue queue queue' }), section({ prose: 'other' })] })

  test('of pages that say the same, the one that more pages link to comes first', () => {
    const pages = [alike, alike, silent, silent]
    const one = { from: 2, ordinal: 1, to: 0 }
    const two = [2, 3].map((from) => ({ from, ordinal: 1, to: 1 }))
    expect(order(pages, [one])).toEqual([0, 1])
    expect(order(pages, [one, ...two])).toEqual([1, 0])
  })

  test('a page to which a section links that says what is asked comes before one that others link to', () => {
    const pages = [alike, alike, telling]
    expect(
      order(pages, [
        { from: 2, ordinal: 1, to: 0 },
        { from: 2, ordinal: 0, to: 1 },
      ]).slice(1),
    ).toEqual([1, 0])
  })

  test('a section that links to many pages says less of each', () => {
    const pages = [alike, alike, telling, telling]
    const few = { from: 2, to: 1, links: 1 }
    const many = { from: 3, to: 0, links: 30 }
    expect(order(pages, [many, few]).slice(2)).toEqual([1, 0])
  })

  test('a page that links to one that says what is asked comes before one that links to others', () => {
    const pages = [alike, alike, telling, silent]
    expect(
      order(pages, [
        { from: 0, ordinal: 1, to: 3 },
        { from: 1, ordinal: 1, to: 2 },
      ]).slice(1),
    ).toEqual([1, 0])
  })

  test('links find no page that says nothing of what is asked, and change nothing of what pages say themselves', () => {
    const pages = [silent, alike, telling]
    const links = [0, 1].map((to) => ({ from: 2, to }))
    expect(order(pages, links)).toEqual([2, 1])
    const said = (found: ReturnType<typeof linked>) => found.map(({ byWords }) => byWords?.score)
    expect(said(linked(pages, [{ from: 2, to: 0 }]))[1]).toBe(said(linked(pages, []))[1])
  })

  test('links from pages and sections that are gone are passed over', () => {
    const pages = [alike, alike, silent]
    const links = [
      { from: 7, to: 1 },
      { from: 2, ordinal: 9, to: 1 },
    ]
    expect(order(pages, links)).toEqual([1, 0])
  })

  test('of very many links to a page those count that lead to few others', () => {
    const many = [0, 1].flatMap((to) => Array.from({ length: 300 }, (_, from) => ({ from: from + 10, to, links: 9 })))
    const pages = [alike, alike, telling]
    const byTelling = { from: 2, to: 1, links: 1 }
    const found = linked(pages, [...many, byTelling])
    const scores = new Map(found.map(({ page, score }) => [page, score]))
    expect(scores.get(1)).toBeGreaterThan(1.1 * (scores.get(0) ?? 0))
  })
})
