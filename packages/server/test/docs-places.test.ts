import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listPages, numbersOf, writePageList, writePages } from '../src/search/export.ts'
import { findPagePath, readPage } from '../src/search/pages.ts'
import { searchPages } from '../src/search/search.ts'
import type { SearchOptions } from '../src/search/search-options.ts'
import { syncSite } from '../src/sources/sync.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { insertSite } from './support/insert-site.ts'
import { writeFiles } from './support/write-files.ts'

const site = { id: 'site', url: 'https://acme.com', name: 'Acme' }

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sidenote-places-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const write = (path: string, text: string) => writeFiles(root, { [path]: text })

describe.each(testEngines)('on %s', (engine) => {
  let store: TestDatabase
  beforeEach(async () => {
    store = await createTestDatabase(engine)
    await insertSite(store.database, site)
  })
  afterEach(() => store.close())

  const addSource = (id: string, settings: Record<string, string> = {}) =>
    store.database
      .insertInto('sources')
      .values({
        id,
        site_id: site.id,
        kind: 'folder',
        settings_json: JSON.stringify({ folder: join(root, id), ...settings }),
      })
      .execute()
  const sync = () => syncSite(store, site)
  const search = (query: string, options: Partial<SearchOptions> = {}) =>
    searchPages(store.searchIndex, site, { query, limit: 10, ...options })
  const paths = async (query: string, options: Partial<SearchOptions> = {}) =>
    (await search(query, options)).map((match) => match.path)

  test('pages have the address, the anchors, the breadcrumbs and the order of their navigation', async () => {
    await addSource('handbook')
    await write('handbook/mkdocs.yml', 'nav:\n- Zebra: z.md\n- Guides:\n  - guides/tls.md\n')
    await write('handbook/docs/a.md', '# Loose page\n\nNobody names it.')
    await write('handbook/docs/z.md', '# Zebra\n\nStripes. [TLS](guides/tls.md)')
    await write(
      'handbook/docs/guides/tls.md',
      '# TLS\n\nText.\n\n## Self-signed & untrusted\n\nCertificates of your own.',
    )
    await store.database
      .updateTable('sources')
      .set({ settings_json: JSON.stringify({ folder: join(root, 'handbook/docs') }) })
      .execute()
    await sync()
    const [match] = await search('self-signed certificates')
    expect(match).toMatchObject({
      path: 'guides/tls',
      url: 'https://acme.com/guides/tls/#self-signed-untrusted',
      trail: ['Guides'],
      breadcrumbs: ['TLS', 'Self-signed & untrusted'],
    })
    const list = await listPages(store.database, { ...site })
    expect(list.pages.map((page) => page.path)).toEqual(['z', 'guides/tls', 'a'])
    expect(String(await writePageList(site, list)).match(/^(?:##|-) .*/gm)).toEqual([
      '## Pages',
      '- [Zebra](pages/z.md)',
      '## Guides',
      '- [TLS](pages/guides/tls.md)',
      '## More pages',
      '- [Loose page](pages/a.md)',
    ])
    expect((await readPage(store.database, site, 'https://acme.com/guides/tls/#self'))?.title).toBe('TLS')

    // A new order moves pages, and no page is read again for it.
    await write('handbook/mkdocs.yml', 'nav:\n- a.md\n- Zebra: z.md\n- Guides:\n  - guides/tls.md\n')
    expect(await sync()).toMatchObject({ changed: 0, unchanged: 3 })
    const moved = await listPages(store.database, { ...site })
    expect(moved.pages.map((page) => page.path)).toEqual(['a', 'z', 'guides/tls'])
    expect(moved.revision).not.toBe(list.revision)

    // Another group is another breadcrumb.
    await write('handbook/mkdocs.yml', 'nav:\n- a.md\n- Zebra: z.md\n- Security:\n  - guides/tls.md\n')
    expect(await sync()).toMatchObject({ changed: 1, unchanged: 2 })
    expect((await search('self-signed certificates'))[0]?.trail).toEqual(['Security'])
  })

  test('a list of all pages is made once for all who ask, a part at a time, and again when a page changes', async () => {
    await addSource('many')
    const pages = Array.from({ length: 1_200 }, (_, at) => [`many/p${at}.md`, `# Page ${at}\n`])
    await writeFiles(root, Object.fromEntries(pages))
    await sync()
    let turns = 0
    let isOver = false
    const count = () => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    count()
    const lists = await Promise.all(Array.from({ length: 50 }, () => listPages(store.database, { ...site })))
    isOver = true
    expect(turns).toBeGreaterThan(5)
    const [list] = lists
    if (!list) throw new Error('There is no list.')
    expect(list.pages).toHaveLength(1_200)
    expect(lists.every((other) => other === list)).toBe(true)
    expect(await writePageList(site, list)).toBe(await writePageList(site, list))
    await write('many/p7.md', '# Page of another name\n')
    await sync()
    const changed = await listPages(store.database, { ...site })
    expect(changed.revision).not.toBe(list.revision)
    expect(String(await writePageList(site, changed))).toContain('[Page of another name](pages/p7.md)')
    expect((await listPages(store.database, { ...site, name: 'Other' })).revision).not.toBe(changed.revision)
  })

  test('a page is read without a look at the others of its site', async () => {
    await addSource('many')
    await write('many/a.md', '# A\n\nText.\n')
    await sync()
    const [row] = await store.database.selectFrom('pages').selectAll().execute()
    if (!row) throw new Error('There is no page.')
    const others = Array.from({ length: 20_000 }, (_, at) => ({
      ...row,
      number: at + 1_000,
      path: `p${at}`,
      lookup: `p${at}`,
    }))
    for (let at = 0; at < others.length; at += 500) {
      await store.database
        .insertInto('pages')
        .values(others.slice(at, at + 500))
        .execute()
    }
    /** Of the quickest of ten, in ms: what else the machine does makes the others slower. */
    const timeOf = async (read: () => Promise<unknown>) => {
      const times: number[] = []
      for (let count = 0; count < 10; count += 1) {
        const start = performance.now()
        await read()
        times.push(performance.now() - start)
      }
      return Math.min(...times)
    }
    const readAll = () => store.database.selectFrom('pages').select('title').where('site_id', '=', site.id).execute()
    expect(await readPage(store.database, site, 'A.md')).toMatchObject({ path: 'a', content: '# A\n\nText.\n' })
    await timeOf(() => readPage(store.database, site, 'a'))
    const times = {
      one: await timeOf(() => readPage(store.database, site, 'a')),
      name: await timeOf(() => findPagePath(store.database, site, 'a')),
      all: await timeOf(readAll),
    }
    expect(times.one).toBeLessThan(times.all / 3)
    expect(times.name).toBeLessThan(times.all / 3)
  })

  test('however many read all pages, others are answered between two of them', async () => {
    await addSource('many')
    const pages = Array.from({ length: 40 }, (_, at) => [
      `many/p${at}.md`,
      `# Page ${at}\n\n${'Some text. '.repeat(500)}\n`,
    ])
    await writeFiles(root, Object.fromEntries(pages))
    await sync()
    const numbers = numbersOf(await listPages(store.database, { ...site }))
    expect(numbers).toHaveLength(40)
    let written = 0
    let isOver = false
    const readAll = async () => {
      for await (const text of writePages(store.database, { ...site }, numbers)) {
        expect(text).toMatch(/^# Page \d+\n\nSource: /)
        written += 1
        if (isOver) return
      }
    }
    const reading = Promise.all(Array.from({ length: 50 }, readAll))
    await expect.poll(() => written).toBeGreaterThan(10)
    const before = written
    const statements = 20
    for (let count = 0; count < statements; count += 1) {
      await store.database.selectFrom('pages').select('title').where('site_id', '=', site.id).limit(1).execute()
    }
    // Without turns, each statement would wait for a page of each of them.
    expect(written - before).toBeLessThan(5 * statements)
    isOver = true
    await reading
  })

  test('a page’s own words about its version and its address count more than its folder', async () => {
    await addSource('web')
    await write('web/docusaurus.config.js', "export default { presets: [['classic', { docs: {} }]] }")
    await write('web/versions.json', '["2.0"]')
    await write('web/docs/a.md', '---\nslug: /here\n---\n# Kettle\n\nWater.')
    await write('web/versioned_docs/version-2.0/a.md', '# Kettle\n\nWater of two.')
    await write('web/docs/b.md', '---\nversion: "7"\nslug: beside\n---\n# Kettle seven\n\nWater.')
    await sync()
    const urls = Object.fromEntries((await search('kettle water')).map((match) => [match.path, match.url]))
    expect(urls).toEqual({
      'docs/a': 'https://acme.com/docs/next/here',
      'docs/b': 'https://acme.com/docs/next/beside',
      'versioned_docs/version-2.0/a': 'https://acme.com/docs/a',
    })
    expect(await paths('kettle', { filter: { version: '2.0' } })).toEqual(['versioned_docs/version-2.0/a'])
    expect(await paths('kettle', { filter: { version: '7' } })).toEqual(['docs/b'])
  })

  test('pages of docsify are found and named by what stands behind the number sign', async () => {
    await addSource('wiki')
    await write('wiki/index.html', '<script>window.$docsify = { loadSidebar: true }</script>')
    await write('wiki/README.md', '# Home\n\nWelcome.')
    await write('wiki/guide/install.md', '# Install\n\nText.\n\n## Linux & BSD\n\nUse the package manager there.')
    await sync()
    const [match] = await search('package manager on linux', { currentPath: '/guide/install' })
    expect(match?.url).toBe('https://acme.com/#/guide/install?id=linux-amp-bsd')
    for (const written of ['https://acme.com/#/guide/install?id=linux-amp-bsd', '#/guide/install', 'guide/install']) {
      expect((await readPage(store.database, site, written))?.title).toBe('Install')
    }
    expect((await readPage(store.database, site, 'https://acme.com/#/'))?.title).toBe('Home')
  })

  test('a page is named by letters in one sign or in two, and by no address that is none', async () => {
    await addSource('wiki')
    await write('wiki/index.md', '# Home')
    await write(`wiki/${'übersicht'.normalize('NFC')}.md`, '# Overview')
    await write(`wiki/${'café'.normalize('NFD')}.md`, '# Café')
    await sync()
    for (const form of ['NFC', 'NFD']) {
      expect((await readPage(store.database, site, 'übersicht'.normalize(form)))?.title).toBe('Overview')
      expect((await readPage(store.database, site, `/${encodeURIComponent('café'.normalize(form))}`))?.title).toBe(
        'Café',
      )
    }
    expect(await readPage(store.database, site, 'http://[')).toBeUndefined()
  })

  test('the page that a reader is on, by its address, comes before an equal one', async () => {
    await addSource('web')
    await write('web/mkdocs.yml', 'site_url: https://acme.com/docs/\n')
    for (const name of ['a', 'b', 'c']) await write(`web/docs/${name}/page.md`, '# Kettle\n\nBoils water.')
    await sync()
    expect((await paths('kettle water', { currentPath: '/docs/docs/b/page/' }))[0]).not.toBe('docs/b/page')
    expect((await paths('kettle water', { currentPath: '/docs/b/page/' }))[0]).toBe('docs/b/page')
  })

  test('pages in five languages are found by other forms of their words, beside English ones', async () => {
    await addSource('words')
    await write('words/guide.md', '# Guide\n\nInstallations are configured here. Connections are kept.')
    const translations = {
      de: ['Wie ändere ich Einstellungen?', '# Datei\n\nDie Einstellung wird geändert.'],
      fr: ['comment gérer les extensions ?', '# Fichier\n\nL’extension gérée.'],
      es: ['¿cómo cambio las claves?', '# Archivo\n\nCambiar la clave.'],
      ru: ['изменить настройки', '# Файл\n\nИзменение настройка.'],
      ja: ['設定を変更する', '# ファイル\n\n設定の変更。'],
    }
    for (const [language, [, text = '']] of Object.entries(translations)) {
      await write(`words/${language}/guide.md`, text)
      await write(`words/${language}/other.md`, '# X\n\nY.')
    }
    await sync()
    for (const [language, [question = '']] of Object.entries(translations)) {
      expect((await paths(question))[0]).toBe(`${language}/guide`)
      expect(await paths(question, { filter: { language } })).toEqual([`${language}/guide`])
    }
    expect((await paths('how is the connection configured?'))[0]).toBe('guide')
  })

  test('the language of a source is told by its words when nothing says it', async () => {
    await addSource('words', {})
    await write(
      'words/a.md',
      '# Häuser\n\nWie man das Haus baut, wenn es nicht auf dem Berg und nicht bei den Bäumen steht.',
    )
    await write('words/b.md', '# Berge\n\nMan findet sie auf der Karte, wenn man weiß, wo sie sind und wie sie heißen.')
    await sync()
    expect(await paths('bau haus', { filter: { language: 'de' } })).toEqual(['a'])
    expect(await paths('bau haus', { filter: { language: 'en' } })).toEqual([])
    await write('words/a.md', '# Houses\n\nHow to build the house when it is not on the hill and not by the trees.')
    await write('words/b.md', '# Hills\n\nThey are on the map, if you know where they are and what they are called.')
    await sync()
    expect(await paths('houses', { filter: { language: 'en' } })).toEqual(['a'])
  })

  test('a source says the language of pages that do not, and changing it reads them again', async () => {
    await addSource('words', { language: 'de-AT' })
    await write('words/a.md', '# Datei\n\nDie Häuser.')
    await write('words/b.md', '---\nlang: en\n---\n# File\n\nThe houses.')
    await sync()
    expect(await paths('haus', { filter: { language: 'de' } })).toEqual(['a'])
    expect(await paths('house', { filter: { language: 'en' } })).toEqual(['b'])
    await store.database
      .updateTable('sources')
      .set({ settings_json: JSON.stringify({ folder: join(root, 'words') }) })
      .execute()
    expect(await sync()).toMatchObject({ changed: 2 })
    expect(await paths('haus')).not.toContain('a')
  })

  test('a source that cannot be read keeps its pages, and the others are read and pruned', async () => {
    for (const id of ['one', 'two']) await addSource(id)
    await write('one/a.md', '# Kettle one')
    await write('two/b.md', '# Kettle two')
    await write('two/c.md', '# Kettle three')
    await sync()
    await rename(join(root, 'one'), join(root, 'away'))
    await rm(join(root, 'two/c.md'))
    await write('two/d.md', '# Kettle four')
    await expect(sync()).rejects.toThrow(`The folder ${join(root, 'one')} cannot be read: it does not exist.`)
    expect((await paths('kettle')).sort()).toEqual(['a', 'b', 'd'])
    await rename(join(root, 'away'), join(root, 'one'))
    expect(await sync()).toMatchObject({ changed: 0, unchanged: 3, removed: 0 })
  })

  test('pages of a source that was taken away go, and those of one that was given anew stay', async () => {
    for (const id of ['one', 'two']) await addSource(id)
    await write('one/a.md', '# Kettle one')
    await write('two/b.md', '# Kettle two')
    await sync()
    await store.database.deleteFrom('sources').execute()
    await addSource('three', { folder: join(root, 'two') })
    expect(await sync()).toMatchObject({ changed: 0, unchanged: 1, removed: 1 })
    expect(await paths('kettle')).toEqual(['b'])
    await rm(join(root, 'two/b.md'))
    await write('two/c.md', '# Kettle three')
    expect(await sync()).toMatchObject({ changed: 1, removed: 1 })
    expect(await paths('kettle')).toEqual(['c'])
  })

  test('a page that moves from one source to the next is there after one sync', async () => {
    for (const id of ['one', 'two']) await addSource(id)
    await write('one/a.md', '# Kettle')
    await write('one/b.md', '# Other')
    await write('two/c.md', '# Third')
    await sync()
    await rename(join(root, 'one/a.md'), join(root, 'two/a.md'))
    await sync()
    expect(await paths('kettle')).toEqual(['a'])
  })
})
