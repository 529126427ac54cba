import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pagePath } from '../src/pages/links.ts'
import { parsePage } from '../src/pages/readers/parse.ts'
import { packPage } from '../src/reading/pack-page.ts'
import { listPages } from '../src/search/export.ts'
import { indexParsedPage } from '../src/search/index/index-parsed-page.ts'
import { updateLinkTexts } from '../src/search/index/link-texts.ts'
import { readPage } from '../src/search/pages.ts'
import { searchPages, searchSections } from '../src/search/search.ts'
import type { SearchOptions } from '../src/search/search-options.ts'
import { readBlocks } from '../src/search/section-blocks.ts'
import { replacePages } from '../src/sources/replace-pages.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { insertSite } from './support/insert-site.ts'

const site = { id: 'site', url: 'https://docs.example.com/manual' }

const files: Record<string, string> = {
  'guides/cache.md':
    '---\ndescription: How answers are kept.\n---\n# Caching\n\nAnswers are kept.\n\n## Expiry\n\nAn entry expires after an hour.\n\n## Clear the cache\n\nRun the purge command.',
  'guides/proxy.md': '# Proxy\n\nA proxy may cache as well.\n\n## Headers\n\nForwarded headers.',
  'api/client.md': '# Client\n\nCall `useChat` with an expiry.\n\n```ts\nuseChat({ cache: true })\n```',
  'changelog.md': '# Changelog\n\nThe purge command is new. The purge command is fast.',
  'v1/timeout.md': '---\nversion: "1"\nlanguage: en\ntags: [network]\n---\n# Timeout\n\nTimeouts of version one.',
  'v2/timeout.md': '---\nversion: "2"\nlanguage: de\ntags: [io]\n---\n# Timeout\n\nTimeouts of version two.',
  'timeout-basics.md': '# Timeout basics\n\nTimeouts everywhere.',
  'published.md': '---\nslug: /elsewhere/Here\n---\n# Published\n\nMoved away.',
}

const edition = (slug: string, keys: string, text: string) => `---\nslug: /${slug}\n${keys}\n---\n# ${text}`
const valve = 'Valve\n\nTurn the valve to open it.'
const filter = 'Filter\n\nRinse the filter under water.'

/** As generators publish them: the current version without its name. */
const editions: Record<string, string> = {
  'docs/valve.md': edition('docs/next/valve', 'version: Next', valve),
  'docs/filter.md': edition('docs/next/filter', 'version: Next', filter),
  'docs/lamp.md': edition('docs/next/lamp', 'version: Next', 'Lamp\n\nThe lamp tells that the valve is open.'),
  'docs/hose.md': edition('docs/next/hose', 'version: Next', 'Hose\n\nWind the hose up. The hose is in the lid.'),
  '1.0/valve.md': edition('docs/1.0/valve', 'version: "1.0"', valve),
  '1.0/filter.md': edition('docs/1.0/filter', 'version: "1.0"', filter),
  '2.0/valve.md': edition('docs/valve', 'version: "2.0"', valve),
  '2.0/filter.md': edition('docs/filter', 'version: "2.0"', filter),
  '2.0/hose.md': edition('docs/hose', 'version: "2.0"', 'Hose\n\nThere are none. Water flows through pipes.'),
  'blog/valve.md': '# On valves\n\nWhy we turn a valve.',
}

describe.each(testEngines)('on %s', (engine) => {
  let store: TestDatabase
  beforeAll(async () => {
    store = await createTestDatabase(engine)
    await insertSite(store.database, site)
    await write(files)
  })
  afterAll(() => store.close())

  const write = (texts: Readonly<Record<string, string>>, siteId = site.id) => {
    const pages = Object.entries(texts).map(([file, text]) => {
      const parsed = parsePage({ path: file, text })
      const path = pagePath(file)
      return { path, file, hash: text, parsed: packPage(parsed), index: indexParsedPage(path, parsed) }
    })
    return replacePages(store.database, siteId, pages)
  }
  const search = (query: string, options: Partial<SearchOptions> = {}) =>
    searchPages(store.searchIndex, site, { query, limit: 10, ...options })
  const paths = async (query: string, options: Partial<SearchOptions> = {}) =>
    (await search(query, options)).map((match) => match.path)

  test('what of a query is the question itself counts more than those before it', async () => {
    const query = 'forwarded headers\nan entry expires'
    expect((await paths(query, { emphasis: 'forwarded headers' }))[0]).toBe('guides/proxy')
    expect((await paths(query, { emphasis: 'an entry expires' }))[0]).toBe('guides/cache')
  })

  test('a page is one entry, with its best section', async () => {
    const matches = await search('how do I clear the cache?')
    expect(matches[0]).toEqual({
      path: 'guides/cache',
      title: 'Caching',
      description: 'How answers are kept.',
      heading: 'Clear the cache',
      anchor: 'clear-the-cache',
      url: 'https://docs.example.com/manual/guides/cache#clear-the-cache',
      trail: [],
      breadcrumbs: ['Caching', 'Clear the cache'],
      content: '## Clear the cache\n\nRun the purge command.',
      words: 4,
      places: [{ page: expect.any(Number), ordinal: 2, hash: expect.any(String) }],
      score: expect.any(Number),
      byWords: { score: expect.any(Number), terms: 2, sections: expect.any(Number) },
      hasSubsections: false,
      linkLikeness: 0,
      linkCount: 0,
      version: null,
      language: null,
      tags: [],
    })
    expect(new Set(matches.map((match) => match.path)).size).toBe(matches.length)
  })

  test('the blocks of sections are those of the page that was found, and only of that reading of it', async () => {
    const [first] = await search('how do I clear the cache?')
    const places = first?.places ?? []
    const others = places.map((place) => ({ ...place, hash: 'of another reading' }))
    const read = await readBlocks(store.database, site.id, [
      { content: '', places },
      { content: 'One.\n\nTwo.', places: others },
      { content: '', places: [] },
    ])
    expect(read).toEqual([
      [
        { type: 'heading', depth: 2, children: ['Clear the cache'] },
        { type: 'paragraph', children: ['Run the purge command.'] },
      ],
      [
        { type: 'paragraph', children: ['One.'] },
        { type: 'paragraph', children: ['Two.'] },
      ],
      [],
    ])
  })

  test('scores are between 0 and 1 and fall', async () => {
    const scores = (await search('cache expiry')).map((match) => match.score)
    expect(scores.length).toBeGreaterThan(2)
    expect(scores).toEqual([...scores].sort((one, other) => other - one))
    for (const score of scores) expect(score).toBeGreaterThan(0)
    for (const score of scores) expect(score).toBeLessThanOrEqual(1)
  })

  test('a threshold leaves out what is below it', async () => {
    const all = await search('cache expiry')
    const threshold = all[0]?.score ?? 1
    expect(await search('cache expiry', { scoreThreshold: threshold })).toEqual([all[0]])
  })

  test('below the best section of a page stand others of it that are likely, when they are asked for', async () => {
    const matches = await search('cache expiry', { sectionsPerPage: 2 })
    const found = matches.map((match) => match.path)
    expect(found.slice(0, 2)).toEqual(['guides/cache', 'guides/cache'])
    // Those of a page stand together, and no page is lost.
    expect(new Set(found)).toEqual(new Set(await paths('cache expiry')))
    expect(found.filter((path, at) => path !== found[at - 1])).toEqual(await paths('cache expiry'))
    for (const path of found) expect(found.filter((each) => each === path).length).toBeLessThanOrEqual(2)
    expect(new Set(matches.map(({ path, anchor }) => `${path}#${anchor}`)).size).toBe(matches.length)
    expect(await search('cache expiry', { sectionsPerPage: 2, limit: 2 })).toEqual(matches.slice(0, 2))
  })

  test('the parts of a long section are one entry below a page, and several passages for an answer', async () => {
    const long = 'Tell the valve to open. '.repeat(400)
    await write({ 'long/valve.md': `# Valve\n\n## Opening\n\n${long}\n\n## Closing\n\nTell the valve to close.` })
    const found = await searchSections(store.searchIndex, site, { query: 'tell the valve to open', limit: 10 })
    expect(found.filter(({ heading }) => heading === 'Opening').length).toBeGreaterThan(0)
    const listed = await search('tell the valve to open', { sectionsPerPage: 3 })
    expect(listed.filter(({ heading }) => heading === 'Opening')).toHaveLength(1)
  })

  test('a page that the query names is given from its beginning', async () => {
    expect((await search('caching'))[0]).toMatchObject({ path: 'guides/cache', heading: 'Caching' })
  })

  test('who names a topic gets the page that is called so, who asks in a sentence the page that says most', async () => {
    const plants = { id: 'plants', url: null }
    await insertSite(store.database, plants)
    const texts = {
      'fern.md': '# Fern\n\nIt likes shade. Repot it in spring.',
      'care/spring/soil.md': '# Repot a fern and other plants\n\nTo repot a fern, take new soil.',
      'cactus.md': '# Cactus\n\nWater it rarely.\n\n## Light\n\nMuch.',
    }
    await write(texts, plants.id)
    const found = async (query: string) => await searchPages(store.searchIndex, plants, { query, limit: 10 })
    expect((await found('repot the fern')).map(({ path }) => path)).toEqual(['fern', 'care/spring/soil'])
    expect((await found('when do I repot the fern?')).map(({ path }) => path)).toEqual(['care/spring/soil', 'fern'])
    const scores = (await found('repot the fern')).map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((one, other) => other - one))
  })

  test('of pages that say all that is asked, the one that others link to comes first, whatever their paths are', async () => {
    const called = { ...site, id: 'called' }
    const about = (more: string) => `# Webhook\n\n${'A webhook calls a webhook. '.repeat(20)}${more}`
    await insertSite(store.database, called)
    const links = Object.fromEntries(
      ['1', '2'].map((n) => [`b${n}.md`, `# Other ${n}\n\nHere is [the webhook](z.md).`]),
    )
    await write({ 'a.md': about('Old.'), 'z.md': about('New.'), ...links }, called.id)
    await updateLinkTexts(store.database, called.id)
    const found = await searchPages(store.searchIndex, called, { query: 'webhook', limit: 2 })
    expect(found.map(({ path }) => path)).toEqual(['z', 'a'])
    expect(Math.max(...found.map(({ score }) => score))).toBe(1)
  })

  test('no more matches come back than were asked for', async () => {
    expect(await paths('cache', { limit: 1 })).toHaveLength(1)
  })

  test('several sections of one page are found for an answer', async () => {
    const sections = await searchSections(store.searchIndex, site, { query: 'cache expiry', limit: 10 })
    expect(sections.filter((match) => match.path === 'guides/cache').length).toBeGreaterThan(1)
  })

  test('what several pages say word for word under one heading is given once for an answer', async () => {
    const option = '## gizmo-color\n\nThe color of the gizmo.'
    await write({
      'start.md': `# Start\n\n${option}`,
      'stop.md': `# Stop\n\n${option}`,
      'paint.md': `# Paint\n\n${option} It dries.`,
    })
    const sections = await searchSections(store.searchIndex, site, { query: 'gizmo color', limit: 10 })
    expect(sections.filter(({ heading }) => heading === 'gizmo-color')).toHaveLength(2)
    expect((await search('gizmo color')).filter(({ heading }) => heading === 'gizmo-color')).toHaveLength(3)
  })

  test('an identifier is found whole and by its parts', async () => {
    expect((await paths('useChat'))[0]).toBe('api/client')
    expect(await paths('chat')).toEqual(['api/client'])
  })

  test('a heading that is exactly the identifier that is typed comes before pages that say it more often', async () => {
    const other = { id: 'exact-headings', url: null }
    await insertSite(store.database, other)
    const options = (...headings: string[]) => headings.map((heading) => `## ${heading}\n\nText of it.`).join('\n\n')
    const often = (said: string) => `${said} is explained here. Read about ${said} first, then use ${said}.\n\n`
    await write(
      {
        'chatty.md': `# Chatty output with --chatty\n\n${often('`--chatty`').repeat(3)}`,
        'commands.md': `# Commands\n\nAll flags.\n\n${options('`--silent`', '`--chatty`', '`--colour`', '`kettle.pour(cup)`')}`,
        'pouring.md': `# Pouring with pour\n\n${often('`kettle.pour`, a pour')}`,
      },
      other.id,
    )
    const first = async (query: string) => (await searchPages(store.searchIndex, other, { query, limit: 5 }))[0]?.path
    expect(await first('--chatty')).toBe('commands')
    expect(await first('kettle.pour')).toBe('commands')
    expect(await first('kettle.pour()')).toBe('commands')
  })

  test('while a word is typed, what it begins is found', async () => {
    expect(await paths('pro', { typing: true })).toContain('guides/proxy')
    expect(await paths('pro')).toEqual([])
    expect((await paths('the p', { typing: true }))[0]).toBeDefined()
    expect(await paths('cachin', { typing: true })).toContain('guides/cache')
    expect((await paths('timeout bas', { typing: true }))[0]).toBe('timeout-basics')
  })

  test('a word that the site does not have is taken for another name of the same thing, a known word never', async () => {
    await insertSite(store.database, { id: 'names', url: site.url })
    await write({ 'users.md': '# Users\n\nRemove a user.', 'saml.md': '# SAML\n\nUse your own provider.' }, 'names')
    const found = async (query: string) =>
      (await searchSections(store.searchIndex, { ...site, id: 'names' }, { query, limit: 9 })).map(({ path }) => path)
    expect(await found('is there SSO')).toEqual(['saml'])
    expect(await found('delete a user')).toEqual(['users'])
    await write({ 'login.md': '# Login\n\nThere is no SSO.' }, 'names')
    expect(await found('is there SSO')).toEqual(['login'])
  })

  test('a misspelt word is taken for the nearest one that the site has, a known word never', async () => {
    expect(await paths('expirry')).toContain('guides/cache')
    expect((await paths('timeuot basics'))[0]).toBe('timeout-basics')
    expect(await paths('giraffe')).toEqual([])
  })

  test('a changelog does not rank above the page it speaks of', async () => {
    expect((await paths('purge command'))[0]).toBe('guides/cache')
  })

  test('a version, language or tag leaves out pages of another, not pages that name none', async () => {
    const named = ['v1/timeout', 'v2/timeout', 'timeout-basics'].sort()
    expect((await paths('timeout')).sort()).toEqual(named)
    for (const filter of [{ version: '1' }, { language: 'EN-gb' }, { tag: 'Network' }]) {
      expect((await paths('timeout', { filter })).sort()).toEqual(['timeout-basics', 'v1/timeout'])
    }
    expect(await paths('timeout', { filter: { version: '3' } })).toEqual(['timeout-basics'])
    expect((await paths('timeout', { filter: {} })).sort()).toEqual(named)
  })

  test('a page that goes on to another version is found by that, from the next query on', async () => {
    const text = (version: string) => `---\nversion: "${version}"\n---\n# Quota\n\nThe quota of a kettle.`
    await write({ 'quota.md': text('1') })
    const found = (version: string) => paths('quota', { filter: { version } })
    expect([await found('1'), await found('2')]).toEqual([['quota'], []])
    await write({ 'quota.md': text('2') })
    expect([await found('1'), await found('2')]).toEqual([[], ['quota']])
  })

  test('of pages in several versions those of the one that is meant are found, and what it does not say', async () => {
    const other = { id: 'editions', url: 'https://docs.example.com' }
    await insertSite(store.database, other)
    await write(editions, other.id)
    const found = async (query: string, options: Partial<SearchOptions> = {}) =>
      (await searchPages(store.searchIndex, other, { query, limit: 10, ...options })).map(({ path }) => path).sort()
    expect(await found('open the valve')).toEqual(['2.0/valve', 'blog/valve', 'docs/lamp'])
    expect(await found('rinse')).toEqual(['2.0/filter'])
    const valves = (version: string) => [`${version}/valve`, 'blog/valve', 'docs/lamp'].sort()
    for (const currentPath of ['/docs/1.0/filter', '/docs/1.0/filter/#rinse', '/docs/1.0/category/water'])
      expect(await found('open the valve', { currentPath })).toEqual(valves('1.0'))
    expect(await found('open the valve', { currentPath: '/docs/next/lamp' })).toEqual(valves('docs'))
    expect(await found('open the valve', { currentPath: '/blog/valve' })).toEqual(valves('2.0'))
    expect(await found('rinse', { filter: { version: 'Next' }, currentPath: '/docs/1.0/filter' })).toEqual([
      'docs/filter',
    ])
    const named = (...versions: string[]) => ({ namedEditions: () => ({ versions, languages: [] }) })
    expect(await found('rinse', named('Next'))).toEqual(['docs/filter'])
    expect(await found('rinse', named('1.0', '2.0'))).toEqual(['1.0/filter', '2.0/filter', 'docs/filter'])
    expect(await found('wind the hose up')).toContain('docs/hose')
    const listed = (await listPages(store.database, { ...other, name: 'Kettles' })).pages.map(({ path }) => path)
    expect(listed.sort()).toEqual(['2.0/filter', '2.0/hose', '2.0/valve', 'blog/valve', 'docs/lamp'])
    const inTwo = { query: 'rinse', limit: 10, asksBack: true }
    expect(await searchSections(store.searchIndex, other, inTwo)).toHaveLength(1)
  })

  test('where every address names its version the newest is meant, unless the reader can be asked', async () => {
    const other = { id: 'named-editions', url: null }
    await insertSite(store.database, other)
    const named = ['1.9', '1.10', '1.2'].map((version) => [
      `${version}/valve.md`,
      `---\nversion: "${version}"\n---\n# ${valve}`,
    ])
    await write({ ...Object.fromEntries(named), 'index.md': '# Kettles\n\nAbout kettles.' }, other.id)
    const found = async (options: Partial<SearchOptions> = {}) =>
      (await searchPages(store.searchIndex, other, { query: 'valve', limit: 10, ...options })).map(({ path }) => path)
    expect(await found()).toEqual(['1.10/valve'])
    expect(await found({ currentPath: '/1.2/valve' })).toEqual(['1.2/valve'])
    expect(await found({ asksBack: true })).toHaveLength(3)
    await write({ 'stable/valve.md': `---\nversion: stable\n---\n# ${valve}` }, other.id)
    expect(await found({ asksBack: true })).toEqual(['stable/valve'])
  })

  test('of translations that of the reader’s page is found, or that which says what is asked', async () => {
    const other = { id: 'translations', url: null }
    await insertSite(store.database, other)
    const page = (language: string, text: string) => `---\nlanguage: ${language}\n---\n# E_DRY\n\nE_DRY: ${text}`
    await write(
      {
        'dry.md': page('en', 'the tank is empty. Fill it.'),
        'de/dry.md': page('de', 'der Tank ist leer. Fülle ihn.'),
        'fr/dry.md': page('fr', 'le réservoir est vide.'),
      },
      other.id,
    )
    const found = async (query: string, currentPath?: string) =>
      (await searchPages(store.searchIndex, other, { query, limit: 10, currentPath })).map(({ path }) => path)
    expect(await found('E_DRY', '/de/dry')).toEqual(['de/dry'])
    expect(await found('E_DRY', '/dry')).toEqual(['dry'])
    expect((await found('réservoir vide', '/de/dry'))[0]).toBe('fr/dry')
    expect(await found('E_DRY')).toEqual(['dry'])
    await write({ 'README.de.md': page('de', 'leer.'), 'README.fr.md': page('fr', 'vide.') }, other.id)
    expect(await found('E_DRY', '/de/dry')).toEqual(['de/dry', 'README.de'])
  })

  test('where all addresses name their language, that which most pages are in is meant, or English', async () => {
    const other = { id: 'all-named', url: null }
    await insertSite(store.database, other)
    const page = (language: string, text: string) => `---\nlanguage: ${language}\n---\n# Kettle\n\nE_DRY limit: ${text}`
    const found = async (query: string, asksBack = false) =>
      (await searchPages(store.searchIndex, other, { query, limit: 10, asksBack })).map(({ path }) => path)
    const english = { 'en/kettle.md': page('en', 'empty.'), 'en/tank.md': page('en', 'The tank.') }
    const german = { 'de/kettle.md': page('de', 'leer.'), 'de/tank.md': page('de', 'Der Tank.') }
    await write({ ...german, 'en/kettle.md': english['en/kettle.md'] }, other.id)
    expect(await found('kettle E_DRY limit')).toEqual(['de/kettle', 'de/tank'])
    await write({ ...german, ...english }, other.id)
    expect(await found('kettle E_DRY limit', true)).toEqual(['en/kettle', 'en/tank'])
    expect(await found('E_DRY', true)).toEqual(expect.arrayContaining(['de/kettle', 'en/kettle']))
  })

  test('of pages that match alike the reader’s own comes first', async () => {
    expect((await paths('version timeout', { currentPath: '/v1/timeout' }))[0]).toBe('v1/timeout')
    expect((await paths('version timeout', { currentPath: '/v2/timeout#x' }))[0]).toBe('v2/timeout')
  })

  test.each(['the of and', '???', '', '\uD800', '-- ; drop table pages', '%_%', 'x'.repeat(1_000)])(
    'the query %j finds nothing and fails nothing',
    async (query) => {
      expect(await search(query)).toEqual([])
    },
  )

  test('a question of 1,000 characters is read whole', async () => {
    const filler = Array.from({ length: 140 }, (_, at) => `w${at}x`).join(' ')
    expect(await paths(`${filler} useChat`)).toEqual(['api/client'])
  })

  test.each([
    'guides/cache',
    '/guides/cache/',
    'guides/cache.md',
    '/guides/cache#expiry',
    'Guides/Cache',
    'guides%2Fcache',
    'https://docs.example.com/manual/guides/cache?x=1#expiry',
    '/manual/guides/cache',
  ])('%s names the page guides/cache', async (written) => {
    expect((await readPage(store.database, site, written))?.path).toBe('guides/cache')
  })

  test('a page is found where it says it is published, and has that address', async () => {
    const page = await readPage(store.database, site, '/elsewhere/here')
    expect(page).toMatchObject({ path: 'published', url: 'https://docs.example.com/manual/elsewhere/Here' })
    expect((await readPage(store.database, site, 'published'))?.title).toBe('Published')
  })

  test.each(['nowhere', '', '../guides/cache', "' or 1=1 --", '%'])('the path %j names no page', async (written) => {
    expect(await readPage(store.database, site, written)).toBeUndefined()
  })
})
