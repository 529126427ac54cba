import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Source } from '@sidenote/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readPage } from '../src/search/pages.ts'
import { searchPages } from '../src/search/search.ts'
import type { SearchOptions } from '../src/search/search-options.ts'
import { syncSite } from '../src/sources/sync.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { startTestServer, type TestServer } from './support/server.ts'
import { sourceOf, startWebsite, type Website } from './support/website.ts'

let server: TestServer
let website: Website
let store: TestDatabase

const topics = ['valve', 'filter', 'lamp', 'hose', 'tank', 'lid']

interface Written {
  /** What stands in the tag `html`. */
  html?: string
  head?: string
  text?: (topic: string) => string
}

const plainText = (topic: string) => `The ${topic} of a kettle is cleaned with water. Dry the ${topic} with a cloth.`

/** A page of each topic below a folder, at the addresses that a generator gives them. */
const pagesOf = (
  folder: string,
  { html = '', head = '', text = plainText }: Written = {},
  ending = '',
): Record<string, string> =>
  Object.fromEntries(
    topics.map((topic) => [
      `${folder}/${topic}${ending}`,
      `<!doctype html><html${html}><head><title>Clean the ${topic}</title>${head}</head><body><main><h1>Clean the ${topic}</h1><p>${text(topic)}</p></main></body></html>`,
    ]),
  )

/** Serves the pages, and a home page that leads to each of them, with tags by which they are not sent twice. */
const serve = (pages: Record<string, string>, home = '/'): void => {
  const links = Object.keys(pages).map((path) => `<a href="${path}">${path}</a>`)
  const index = `<!doctype html><html><head><title>Kettles</title></head><body><main><h1>Kettles</h1><p>About kettles.</p>${links.join(' ')}</main></body></html>`
  website.replies = Object.fromEntries(
    Object.entries({ [home]: index, ...pages }).map(([path, body]) => [
      path,
      (request: IncomingMessage, response: ServerResponse) => {
        const etag = `"${Buffer.from(body).length}-${body.length}"`
        const isKnown = request.headers['if-none-match'] === etag
        const type = path.endsWith('.md') ? 'text/markdown' : 'text/html; charset=utf-8'
        response.writeHead(isKnown ? 304 : 200, { etag, 'content-type': type }).end(isKnown ? '' : body)
      },
    ]),
  )
}

const websiteOf = (more: object = {}) => sourceOf(website, more)

const addSite = async (sources: readonly Source[] = [websiteOf()]) => {
  const body = { domain: 'acme', sources }
  const added = await server.send('/admin/v1/sites', { method: 'POST', key: server.adminKey, body })
  expect(added.status).toBe(201)
  return server.sync('acme')
}

const siteRow = () =>
  server.database.selectFrom('sites').selectAll().where('domain', '=', 'acme').executeTakeFirstOrThrow()
const found = async (query: string, options: Partial<SearchOptions> = {}) =>
  (await searchPages(server.searchIndex, await siteRow(), { query, limit: 10, ...options })).map(({ path }) => path)
/** Of the pages that are found those of this topic. */
const about = async (topic: string, options: Partial<SearchOptions> = {}) =>
  (await found(`clean the ${topic}`, options)).filter((path) => path.endsWith(`/${topic}`))
const versionOf = async (path: string) => (await readPage(server.database, await siteRow(), path))?.version
const languageOf = async (path: string) => (await readPage(server.database, await siteRow(), path))?.language

describe.each(testEngines)('a crawled website with its pages in several editions on %s', (engine) => {
  beforeAll(async () => {
    store = await createTestDatabase(engine)
    const { databaseUrl } = store.options
    server = await startTestServer({ environment: databaseUrl ? { DATABASE_URL: databaseUrl } : {} })
  })
  beforeEach(async () => {
    website = await startWebsite()
  })
  afterEach(async () => {
    await server.send('/admin/v1/sites/acme', { method: 'DELETE', key: server.adminKey })
    await website.close()
  })
  afterAll(async () => {
    await server.stop()
    await store.close()
  })

  test.each([
    ['Read the Docs', ['/en/latest', '/en/stable', '/en/4.2', '/en/3.0'], '.html', 'en/stable', '4.2', 'en/4.2'],
    ['mike', ['/latest', '/1.3', '/1.10', '/dev'], '/', 'latest', 'dev', 'dev'],
    ['mike without an alias', ['/1.3', '/1.10', '/main'], '/', '1.10', '1.3', '1.3'],
    ['Docusaurus', ['/docs', '/docs/next', '/docs/2.x', '/docs/1.0.0'], '', 'docs', 'next', 'docs/next'],
    ['Antora', ['/kettle/2.0', '/kettle/2.1-beta', '/kettle/1.9'], '.html', 'kettle/2.0', '1.9', 'kettle/1.9'],
    ['a home page beside them', ['/v2.0', '/v1.9', '/3.0.0-rc.1'], '', 'v2.0', 'v1.9', 'v1.9'],
  ])('%s: each page is found once, in the version that is meant', async (_name, folders, ending, meant, other, at) => {
    serve(Object.assign({}, ...folders.map((folder) => pagesOf(folder, {}, ending))))
    await addSite()
    for (const topic of topics) expect(await about(topic)).toEqual([`${meant}/${topic}`])
    expect(await about('valve', { filter: { version: other } })).toEqual([`${at}/valve`])
    expect(await about('valve', { currentPath: `/${at}/lamp${ending}` })).toEqual([`${at}/valve`])
    expect(await versionOf(`${at}/valve`)).toBe(other)
  })
  test('versions hold, and nothing is written, as long as the website does not change', async () => {
    serve({ ...pagesOf('/latest'), ...pagesOf('/1.3') })
    expect(await addSite()).toMatchObject({ changed: 13, unchanged: 0 })
    const rows = () =>
      server.database.selectFrom('buckets').select(['bucket', 'revision']).where('site_id', '!=', '').execute()
    const before = await rows()
    expect(await server.sync('acme')).toMatchObject({ changed: 0, unchanged: 13, removed: 0 })
    expect(await rows()).toEqual(before)
    expect(await about('valve')).toEqual(['latest/valve'])
    expect(website.asked.filter((path) => path === '/1.3/valve')).toHaveLength(2)
  })

  test('a page that changes, or is new, has its version as the others do', async () => {
    const pages = { ...pagesOf('/latest'), ...pagesOf('/1.3') }
    serve(pages)
    await addSite()
    const changed = pagesOf('/1.3', { text: (topic) => `The ${topic} is cleaned with vinegar.` })
    const lone = { '/1.3/plug': pages['/1.3/lid']?.replaceAll('lid', 'plug') ?? '' }
    serve({ ...pages, '/1.3/valve': changed['/1.3/valve'] ?? '', ...lone })
    expect(await server.sync('acme')).toMatchObject({ changed: 3, unchanged: 11 })
    expect(await Promise.all(['1.3/valve', '1.3/plug', 'latest/lid'].map(versionOf))).toEqual(['1.3', '1.3', 'latest'])
    expect(await about('valve')).toEqual(['latest/valve'])
  })

  test('when a version is taken away, what is left has none, and is found', async () => {
    const pages = pagesOf('/1.3')
    serve({ ...pagesOf('/latest'), ...pages })
    await addSite()
    serve(pages)
    expect(await server.sync('acme')).toMatchObject({ changed: 1, unchanged: 6, removed: 6 })
    expect(await versionOf('1.3/valve')).toBe(null)
    expect(await about('valve')).toEqual(['1.3/valve'])
    serve({ ...pagesOf('/2.0'), ...pages })
    await server.sync('acme')
    expect(await versionOf('1.3/valve')).toBe('1.3')
    expect(await about('valve')).toEqual(['2.0/valve'])
  })

  test('a crawl that ends early goes on with what is known, also of versions', async () => {
    serve({ ...pagesOf('/latest'), ...pagesOf('/1.3') })
    await addSite([websiteOf({ maximumPages: 8 })])
    expect(await versionOf('latest/valve')).toBe(null)
    const body = { sources: [websiteOf()] }
    await server.send('/admin/v1/sites/acme', { method: 'PATCH', key: server.adminKey, body })
    await server.sync('acme')
    expect(await Promise.all(['latest/valve', '1.3/valve'].map(versionOf))).toEqual(['latest', '1.3'])
    const early = { sources: [websiteOf({ maximumPages: 8 })] }
    await server.send('/admin/v1/sites/acme', { method: 'PATCH', key: server.adminKey, body: early })
    await server.sync('acme')
    expect(await Promise.all(['latest/valve', '1.3/valve'].map(versionOf))).toEqual(['latest', '1.3'])
  })

  test('versions that are crawled each by a source of its own are versions of each other', async () => {
    serve(pagesOf('/1.3'), '/1.3/')
    const first = website.replies
    serve(pagesOf('/2.0'), '/2.0/')
    website.replies = { ...first, ...website.replies }
    await addSite(['1.3', '2.0'].map((version) => websiteOf({ url: `${website.url}/${version}/` })))
    expect(await versionOf('1.3/valve')).toBe('1.3')
    expect(await about('valve')).toEqual(['2.0/valve'])
  })

  test('a sitemap that lists all versions gives each page once', async () => {
    const pages = { ...pagesOf('/docs'), ...pagesOf('/docs/next'), ...pagesOf('/docs/1.0.0') }
    const urls = Object.keys(pages).map((path) => `<url><loc>${website.url}${path}</loc></url>`)
    website.replies = { ...pages, '/sitemap.xml': `<urlset>${urls.join('')}</urlset>` }
    await addSite([websiteOf({ url: `${website.url}/sitemap.xml` })])
    expect(await about('valve')).toEqual(['docs/valve'])
  })

  test('a sitemap with more pages than may be read is read from the current version on', async () => {
    const pages = {
      ...pagesOf('/docs/1.0.0'),
      ...pagesOf('/docs/next'),
      ...pagesOf('/docs/2.0.0'),
      ...pagesOf('/docs'),
    }
    const urls = Object.keys(pages).map((path) => `<url><loc>${website.url}${path}</loc></url>`)
    website.replies = { ...pages, '/sitemap.xml': `<urlset>${urls.join('')}</urlset>` }
    const sync = await addSite([websiteOf({ url: `${website.url}/sitemap.xml`, maximumPages: 9 })])
    expect(sync.problems).toMatchObject([{ reason: 'The sitemap lists more than the cap of 9 pages.' }])
    const read = website.asked.filter((path) => pages[path])
    expect(read).toEqual([...Object.keys(pagesOf('/docs')), ...Object.keys(pagesOf('/docs/2.0.0')).slice(0, 3)])
  })

  test('what a page says of its version counts more than its address', async () => {
    const saying = (version: string) => ({ head: `<meta name="docsearch:version" content="${version}">` })
    serve({ ...pagesOf('/docs', saying('3.1')), ...pagesOf('/docs/next', saying('current')), ...pagesOf('/docs/2.x') })
    await addSite()
    expect(await Promise.all(['docs/valve', 'docs/next/valve', 'docs/2.x/valve'].map(versionOf))).toEqual([
      ...['3.1', 'current', '2.x'],
    ])
    expect(await about('valve')).toEqual(['docs/valve'])
  })

  test('what only looks like a version is none: references of an interface, lessons, release notes', async () => {
    const notes = ['1.0', '1.1', '2.0'].map((version) => [`/releases/${version}/notes`, `<h1>Release ${version}</h1>`])
    const guide = ['pump', 'plug', 'wire', 'base', 'cord', 'knob', 'dial'].map((name) => [
      `/guide/${name}`,
      `<h1>${name}</h1>`,
    ])
    const rest = ['list', 'read'].flatMap((name) =>
      [`/api/v1/${name}`, `/api/v2/${name}`].map((path) => [path, `<h1>${path}</h1>`]),
    )
    serve({ ...Object.fromEntries([...notes, ...guide, ...rest]), ...pagesOf('/handbook') })
    await addSite()
    expect(await Promise.all(['releases/1.0/notes', 'api/v1/list', 'api/v2/list'].map(versionOf))).toEqual([
      ...[null, null, null],
    ])
  })

  test('addresses that are made to be slow to read are read at once', async () => {
    const folder = `/v1${'_'.repeat(90)}!`
    serve({ ...pagesOf(folder, { head: '<meta name="docsearch:version" content="9">' }), ...pagesOf('/latest') })
    await addSite()
    expect(await about('valve')).toHaveLength(2)
  })
  const words = {
    en: plainText,
    fr: (topic: string) =>
      `Le ${topic} de la bouilloire est nettoyé avec de l’eau, puis il faut le sécher avec un chiffon.`,
    zh: (topic: string) => `水壶的 ${topic} 用水清洗，然后用布擦干。`,
  }

  test.each([
    ['say it', (language: string) => ({ html: ` lang="${language}"` })],
    ['do not say it', () => ({})],
  ])('translations whose pages %s have the language of their addresses', async (_name, saying) => {
    const of = (language: keyof typeof words, folder: string) =>
      pagesOf(folder, { text: words[language], ...saying(language) })
    serve({ ...of('en', '/guide'), ...of('fr', '/fr/guide'), ...of('zh', '/zh/guide') })
    await addSite()
    expect(await Promise.all(['fr/guide/lid', 'zh/guide/lid'].map(languageOf))).toEqual(['fr', 'zh'])
    expect(await about('lid')).toEqual(['guide/lid'])
    for (const language of ['fr', 'zh'])
      expect(await about('lid', { currentPath: `/${language}/guide/lamp` })).toEqual([`${language}/guide/lid`])
    // Its words are read in its language.
    expect((await found('nettoyer avec des chiffons'))[0]).toMatch(/^fr\//)
    expect(await server.sync('acme')).toMatchObject({ changed: 0, unchanged: 19 })
    expect(await Promise.all(['fr/guide/lid', 'zh/guide/lid'].map(languageOf))).toEqual(['fr', 'zh'])
  })

  test('of a page that is read as Markdown its HTML says the language, also when only the Markdown changes', async () => {
    const markdown = (text: string) => ({ '/guide.md': `# Couvercle\n\n${text}\n` })
    const html = { '/guide': pagesOf('', { html: ' lang="fr-CA"' })['/lid'] ?? '' }
    serve({ ...html, ...markdown('Le couvercle.') })
    await addSite()
    expect(await readPage(server.database, await siteRow(), 'guide')).toMatchObject({
      title: 'Couvercle',
      language: 'fr-CA',
    })
    serve({ ...html, ...markdown('Les couvercles noirs.') })
    await server.sync('acme')
    expect(await readPage(server.database, await siteRow(), 'guide')).toMatchObject({
      content: expect.stringContaining('noirs'),
      language: 'fr-CA',
    })
  })
  test('a page that the meant version does not have is found once, in the newest that has it', async () => {
    const { '/1.2/hose': hose = '', ...older } = pagesOf('/1.2')
    const withHose = (version: string) => ({ ...pagesOf(`/${version}`), [`/${version}/hose`]: hose })
    const { '/stable/hose': _none, ...stable } = pagesOf('/stable')
    serve({ ...stable, ...older, '/1.2/hose': hose, ...withHose('1.10'), ...withHose('dev') })
    await addSite()
    expect(await about('hose')).toEqual(['1.10/hose'])
    expect(await about('lamp')).toEqual(['stable/lamp'])
    expect(await about('hose', { currentPath: '/1.2/lamp' })).toEqual(['1.2/hose'])
  })

  test('translations are those of each other whatever region their pages name, in each version', async () => {
    const of = (language: string, folder: string) => pagesOf(folder, { html: ` lang="${language}"` })
    const english = { ...of('en-US', '/docs'), ...of('en-US', '/docs/next') }
    serve({ ...english, ...of('zh-CN', '/zh/docs'), ...of('zh-CN', '/zh/docs/next') })
    await addSite()
    expect(await about('lid')).toEqual(['docs/lid'])
    expect(await about('lid', { currentPath: '/zh/docs/lamp' })).toEqual(['zh/docs/lid'])
    expect(await about('lid', { currentPath: '/zh/docs/next/lamp' })).toEqual(['zh/docs/next/lid'])
  })

  test('older versions that name the current one as canonical are left out, but for what it does not have', async () => {
    const copyOf = (version: string) => (topic: string) =>
      `<link rel="canonical" href="${website.url}/${version}/${topic}.html">`
    const written = (folder: string, head: (topic: string) => string) =>
      Object.fromEntries(
        topics.map((topic) => [`${folder}/${topic}.html`, pagesOf('', { head: head(topic) })[`/${topic}`] ?? '']),
      )
    const { '/en/stable/hose.html': _none, ...stable } = written('/en/stable', copyOf('en/stable'))
    serve({ ...stable, ...written('/en/1.0', copyOf('en/stable')), ...written('/en/1.1', copyOf('en/stable')) })
    await addSite()
    expect(await about('lamp')).toEqual(['en/stable/lamp'])
    expect(website.asked.filter((path) => path === '/en/stable/lamp.html')).toHaveLength(1)
    expect(await about('hose')).toEqual([expect.stringMatching(/^en\/1\.[01]\/hose$/)])
  })

  test('a sync that is stopped leaves no page without its version', async () => {
    const pages = { ...pagesOf('/latest'), ...pagesOf('/1.3') }
    serve(pages)
    await addSite()
    const changed = pagesOf('/latest', { text: (topic) => `The ${topic} is cleaned with vinegar, or with lemons.` })
    serve({ ...pages, ...changed })
    const stop = new AbortController()
    const stopped = syncSite(server, await siteRow(), {
      signal: stop.signal,
      onProgress: ({ changed }) => changed > 0 && stop.abort(),
    })
    await expect(stopped).rejects.toThrow()
    expect((await readPage(server.database, await siteRow(), 'latest/valve'))?.content).toContain('vinegar')
    expect(await versionOf('latest/valve')).toBe('latest')
    expect(await about('valve')).toEqual(['latest/valve'])
  })
})
