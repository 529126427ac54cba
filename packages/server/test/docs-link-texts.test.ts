import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateLinkTexts } from '../src/search/index/link-texts.ts'
import { searchPages } from '../src/search/search.ts'
import { syncSite } from '../src/sources/sync.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { insertSite } from './support/insert-site.ts'
import { reading } from './support/reading.ts'
import { writeFiles } from './support/write-files.ts'

const site = { id: 'site', url: null }

describe.each(testEngines)('on %s', (engine) => {
  let store: TestDatabase
  let folder: string
  beforeAll(async () => {
    store = await createTestDatabase(engine)
    folder = await mkdtemp(join(tmpdir(), 'sidenote-links-'))
    const { database, searchIndex } = store
    await insertSite(database, { ...site, folder })
    await writeFiles(folder, {
      'guide/start.md': '# Start\n\nHow to [shrink the bundle](../build/output.md#size) before it is served.',
      'build/output.md': '# Output\n\nOptions of the compiler. See [the zebra section](#size).\n\n## Size\n\nSmaller.',
      'build/01-cache.md':
        '# Cache\n\nWhat is kept. See [further wombats](more).\n\n## Keys\n\nNames of entries.\n\n<a id="eviction"></a>\n## Age\n\nOld entries leave.',
      'guide/next.md':
        '# Next\n\n[Ibex storage](/docs/build/cache), [what an entry is called](/docs/build/cache#keys), [lynx](/gone/cache), [what is thrown away](/docs/build/cache#eviction).',
      'build/more.md':
        '# More\n\n```md\n[giraffe](output.md)\n```\n\nElsewhere: [okapi](https://example.com/build/output).',
    })
    await syncSite({ searchIndex, reading }, site)
  })
  afterAll(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })
  const paths = async (query: string) =>
    (await searchPages(store.searchIndex, site, { query, limit: 10 })).map((match) => match.path)

  test('a page is found by the words of a link to it, which it does not say itself', async () => {
    expect(await paths('shrink')).toEqual(expect.arrayContaining(['build/output', 'guide/start']))
  })

  test('links within a page, in code and to other sites name no page', async () => {
    expect(await paths('zebra')).toEqual(['build/output'])
    expect(await paths('giraffe')).toEqual(['build/more'])
    expect(await paths('okapi')).toEqual(['build/more'])
  })

  test('a link is followed through its folder, the numbers of files and what stands before the documentation', async () => {
    expect(await paths('ibex')).toEqual(expect.arrayContaining(['build/01-cache', 'guide/next']))
    expect(await paths('wombats')).toEqual(expect.arrayContaining(['build/01-cache', 'build/more']))
    expect(await paths('lynx')).toEqual(['guide/next'])
  })

  test('of a page, the section is found that a link calls so', async () => {
    const found = await searchPages(store.searchIndex, site, { query: 'what is an entry called?', limit: 10 })
    const cache = found.find((match) => match.path === 'build/01-cache')
    expect(cache).toMatchObject({ anchor: 'keys', linkLikeness: 1 })
  })

  test('a link may name a section by another of its ids', async () => {
    const found = await searchPages(store.searchIndex, site, { query: 'what is thrown away?', limit: 10 })
    expect(found.find((match) => match.path === 'build/01-cache')).toMatchObject({ anchor: 'age', linkLikeness: 1 })
  })

  test('a section keeps what links call it when others are put before it', async () => {
    const named = async () => {
      const found = await searchPages(store.searchIndex, site, { query: 'what is an entry called?', limit: 10 })
      return found.find(({ linkLikeness }) => linkLikeness === 1)
    }
    await writeFiles(folder, {
      'build/01-cache.md': '# Cache\n\nWhat is kept.\n\n## Age\n\nOf all.\n\n## Keys\n\nNames of entries.',
    })
    await syncSite(store, site)
    expect(await named()).toMatchObject({ path: 'build/01-cache', anchor: 'keys' })
    await writeFiles(folder, { 'build/01-cache.md': '# Cache\n\nWhat is kept.\n\n## Names\n\nNames of entries.' })
    await syncSite(store, site)
    expect(await named()).toBeUndefined()
  })

  test('of pages that say the same, the one is first to which a section links that says more', async () => {
    await writeFiles(folder, {
      'care/a.md': '# Ferrets\n\nA quokka eats leaves.',
      'care/b.md': '# Hamsters\n\nA quokka eats leaves.',
      'care/c.md':
        '# Signs\n\n## Sleep\n\nShort.\n\n## Quokka does not eat\n\nSo it [is ill](b.md).\n\n## Rest\n\nSee [it](a.md).',
    })
    await syncSite(store, site)
    expect((await paths('quokka eats')).slice(1)).toEqual(['care/b', 'care/a'])
  })

  test('nothing is written again when no link has changed', async () => {
    expect(await updateLinkTexts(store.database, site.id)).toBe(0)
  })

  test('links of a page that was read before their sections were kept count as those of its beginning', async () => {
    const page = store.database.updateTable('pages').where('path', '=', 'guide/next')
    const links = [{ path: '/docs/build/cache', text: 'Ibex storage' }]
    await page.set({ links_json: JSON.stringify(links) }).execute()
    expect(await updateLinkTexts(store.database, site.id)).toBe(1)
    expect(await paths('ibex')).toEqual(expect.arrayContaining(['build/01-cache', 'guide/next']))
  })

  test('a link that goes takes its words along', async () => {
    await writeFiles(folder, { 'guide/start.md': '# Start\n\nNothing to shrink.' })
    await syncSite(store, site)
    expect(await paths('shrink')).toEqual(['guide/start'])
  })
})
