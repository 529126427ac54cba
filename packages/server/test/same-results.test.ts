import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPage } from '../src/search/pages.ts'
import { searchPages, searchSections } from '../src/search/search.ts'
import type { SearchIndex } from '../src/search/search-index.ts'
import type { SearchOptions } from '../src/search/search-options.ts'
import { syncSite } from '../src/sources/sync.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { insertSite } from './support/insert-site.ts'
import { manualFolder, readManual } from './support/manual.ts'
import { reading } from './support/reading.ts'

const site = { id: 'site', url: 'https://docs.example.com' }

const index = async (searchIndex: SearchIndex): Promise<void> => {
  await insertSite(searchIndex.database, { ...site, folder: manualFolder })
  await syncSite({ searchIndex, reading }, site)
}

/** What the manual’s own headings ask, in its order. */
const readHeadings = async (): Promise<{ path: string; heading: string }[]> =>
  Object.entries(await readManual()).flatMap(([file, text]) =>
    [...text.matchAll(/^#{1,3} (.+)$/gm)].map(([, heading = '']) => ({ path: file.replace(/\.md$/, ''), heading })),
  )

describe.runIf(process.env.TEST_DATABASE_URL)('SQLite and PostgreSQL, asked the same about the manual', () => {
  let stores: [TestDatabase, TestDatabase]
  let headings: { path: string; heading: string }[]
  beforeAll(async () => {
    stores = [await createTestDatabase('sqlite'), await createTestDatabase('postgres')]
    await Promise.all(stores.map(({ searchIndex }) => index(searchIndex)))
    headings = await readHeadings()
  })
  afterAll(() => Promise.all(stores.map((store) => store.close())))

  const compare = async (options: SearchOptions, search: typeof searchPages = searchPages): Promise<number> => {
    const [one, other] = await Promise.all(stores.map(({ searchIndex }) => search(searchIndex, site, options)))
    expect({ options, found: other }).toEqual({ options, found: one })
    return one?.length ?? 0
  }

  test('give the same results in the same order, with the same scores, to 200 questions', async () => {
    expect(headings.length).toBeGreaterThan(200)
    const step = headings.length / 200
    const asked = Array.from({ length: 200 }, (_, at) => headings[Math.floor(at * step)])
    let found = 0
    for (const question of asked) {
      found += (await compare({ query: question?.heading ?? '', limit: 20 })) > 0 ? 1 : 0
    }
    // A comparison of nothing with nothing would prove little.
    expect(found).toBeGreaterThan(190)
  })

  test('also to sections, half words, misspelt ones and questions from a page', async () => {
    for (const { path, heading } of headings.slice(0, 40)) {
      await compare({ query: heading, limit: 10, currentPath: `/${path}` }, searchSections)
      await compare({ query: heading.slice(0, -2), limit: 8, typing: true })
      await compare({ query: heading.replace(/([a-z])([a-z])(?=[a-z]*$)/, '$2$1'), limit: 10 })
      await compare({ query: heading, limit: 10, scoreThreshold: 0.3, filter: { language: 'en' } })
    }
  })

  test('read the same pages', async () => {
    expect(headings.length).toBeGreaterThan(200)
    for (const { path } of headings) {
      const [one, other] = await Promise.all(stores.map(({ database }) => readPage(database, site, path)))
      expect(one?.content.length).toBeGreaterThan(10)
      expect(other).toEqual(one)
    }
  })
})
