import { rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openRerankingModel } from '../src/assistant/models/models.ts'
import { type Breaker, createBreaker, defaultBreakerTimes } from '../src/breaker.ts'
import { createReranker } from '../src/search/reranking/reranker.ts'
import { searchPages, searchSections } from '../src/search/search.ts'
import { openSearchIndex, type SearchIndex } from '../src/search/search-index.ts'
import type { SearchOptions } from '../src/search/search-options.ts'
import { syncSite } from '../src/sources/sync.ts'
import { createLog } from '../src/watch/log.ts'
import { onObservation } from '../src/watch/observe.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { writeEndlessly } from './support/endless.ts'
import { insertSite } from './support/insert-site.ts'
import { type RerankingServer, startRerankingServer } from './support/reranking-server.ts'
import { writeFiles } from './support/write-files.ts'

const site = { id: 'site', url: null }
const name = 'cohere-compatible:order'
const key = 'canary-of-the-reranking-key'

let store: TestDatabase
let searchIndex: SearchIndex
let server: RerankingServer
let breaker: Breaker
let now: number
let log: string[]
let failures: number
let stopCounting: () => void

const pages = {
  'first.md': '# Marker marker\n\nThe marker of markers.\n\n## Marker colours\n\nA marker is red, and best of all.',
  'second.md': '# Guide\n\nA marker is set here: best, best.\n\n## More\n\nNothing of that.',
  'third.md': '# Guide of others\n\nA marker is not set here.',
}

/** As a server does it, with more time than a busy machine needs. */
const attach = (milliseconds = 20_000) => {
  const environment = { COHERE_COMPATIBLE_BASE_URL: server.url, COHERE_COMPATIBLE_API_KEY: key }
  const written = createLog('debug', { write: (line) => void log.push(line) })
  const options = { log: written, breaker, milliseconds }
  const reranker = createReranker(name, openRerankingModel(name, environment), options)
  searchIndex = openSearchIndex({ database: store.database, reranker })
}

beforeAll(async () => {
  store = await createTestDatabase()
  const { database, options } = store
  await insertSite(database, { ...site, folder: options.dataFolder })
  await writeFiles(options.dataFolder, pages)
  await syncSite(store, site)
})
afterAll(() => store.close())
beforeEach(async () => {
  server = await startRerankingServer(/best/g)
  now = 0
  breaker = createBreaker(defaultBreakerTimes, () => now)
  log = []
  attach()
  failures = 0
  stopCounting = onObservation('reranking-failure', () => void failures++)
})
afterEach(async () => {
  stopCounting()
  await server.close()
})

const paths = async (options: Partial<SearchOptions> = {}, index = searchIndex) =>
  (await searchPages(index, site, { query: 'marker', limit: 10, ...options })).map(({ path }) => path)
const byWords = () => paths({}, openSearchIndex({ database: store.database }))

describe('the order of a reranking model', () => {
  test('is that of the pages, each with the section that the model likes most', async () => {
    expect((await byWords())[0]).toBe('first')
    const matches = await searchPages(searchIndex, site, { query: 'marker', limit: 10 })
    expect(matches.map(({ path, heading }) => [path, heading])).toEqual([
      ['second', 'Guide'],
      ['first', 'Marker colours'],
      ['third', 'Guide of others'],
    ])
    const scores = matches.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((one, other) => other - one))
    for (const score of scores) expect(score).toBeLessThanOrEqual(1)
    expect(failures).toBe(0)
  })

  test('is that of the sections that an answer is made from', async () => {
    const sections = await searchSections(searchIndex, site, { query: 'marker', limit: 2 })
    expect(sections.map(({ heading }) => heading)).toEqual(['Guide', 'Marker colours'])
  })

  test('goes before a place in the order of search: a page is found that would not have been shown', async () => {
    expect(await paths({ limit: 1 })).toEqual(['second'])
  })

  test('is asked for with the question, the titles and texts of 30 sections at most, and the key', async () => {
    const files = Array.from(
      { length: 40 },
      (_, at) => [`more-${at}.md`, `# Marker ${at}\n\n${'marker '.repeat(500)}`] as const,
    )
    await writeFiles(store.options.dataFolder, Object.fromEntries(files))
    await syncSite(store, site)
    expect(await paths({ query: `marker ${'x'.repeat(900)}`, limit: 50 })).toHaveLength(43)
    const [request] = server.requests
    expect(server.requests).toHaveLength(1)
    expect(request).toMatchObject({ model: 'order', authorization: `Bearer ${key}` })
    expect(request?.query).toHaveLength(500)
    expect(request?.documents).toHaveLength(30)
    for (const text of request?.documents ?? []) expect(text.length).toBeLessThanOrEqual(1_500)
    expect(request?.documents?.[0]).toMatch(/^Marker/)
    for (const [file] of files) await rm(join(store.options.dataFolder, file))
    await syncSite(store, site)
  })

  test('is not asked for while a word is being typed, nor for one section, nor for none', async () => {
    expect(await paths({ query: 'mark', typing: true })).toHaveLength(3)
    expect(await paths({ query: 'colours' })).toEqual(['first'])
    expect(await paths({ query: 'zebra' })).toEqual([])
    expect(server.requests).toEqual([])
  })

  test.each(['voyage', 'text-embeddings-inference'] as const)('is read as %s sends it', async (dialect) => {
    server.speak(dialect)
    expect((await paths())[0]).toBe('second')
    expect((await paths())[0]).toBe('second')
    // The first answer has told how this service is spoken to.
    expect(server.requests).toHaveLength(dialect === 'voyage' ? 2 : 3)
    expect(failures).toBe(0)
  })

  test('may leave texts out: they follow as they stood', async () => {
    server.answer((response) => response.end(JSON.stringify({ results: [{ index: 1, relevance_score: 0.1 }] })))
    const found = await paths()
    expect(found.toSorted()).toEqual(['first', 'second', 'third'])
    expect(failures).toBe(0)
  })
})

describe('without an order search goes on as it is, and counts it', () => {
  const json = (value: unknown) => (response: ServerResponse) => void response.end(JSON.stringify(value))
  const status = (code: number) => (response: ServerResponse) =>
    void response.writeHead(code).end(`{"message":"refused ${key}"}`)
  const cases: [string, (response: ServerResponse) => void][] = [
    ['500', status(500)],
    ['429', status(429)],
    ['422 to both ways of asking', status(422)],
    ['a redirect', (response) => void response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end()],
    ['a cut connection', (response) => response.destroy()],
    ['what is no JSON', (response) => void response.end('<html>')],
    ['another object', json({ ranking: [] })],
    ['no place at all', json({ results: [] })],
    ['a place that no text has', json({ results: [{ index: 30, relevance_score: 1 }] })],
    ['a negative place', json({ results: [{ index: -1, relevance_score: 1 }] })],
    ['half a place', json({ results: [{ index: 0.5, relevance_score: 1 }] })],
    ['a score that is a word', json({ results: [{ index: 0, relevance_score: 'high' }] })],
    [
      'a place twice',
      json({
        results: [
          { index: 0, relevance_score: 1 },
          { index: 0, relevance_score: 0.5 },
        ],
      }),
    ],
  ]
  test.each(cases)('after %s', async (_name, answer) => {
    const expected = await byWords()
    server.answer(answer)
    expect(await paths()).toEqual(expected)
    expect(failures).toBe(1)
    expect(log.join()).not.toContain(key)
  })

  test.each([
    ['never answers', () => {}],
    ['answers drop by drop', (response: ServerResponse) => void response.writeHead(200).write('{"results":[')],
  ])('when the model %s, as soon as its time is over', async (_name, answer) => {
    const expected = await byWords()
    attach(50)
    server.answer(answer)
    expect(await paths()).toEqual(expected)
    expect(failures).toBe(1)
  })

  test('when the model answers without an end, which is read no further than any order can be long', async () => {
    const expected = await byWords()
    let sent = () => 0
    server.answer((response) => {
      sent = writeEndlessly(response, Buffer.alloc(1_000_000, ' '))
    })
    expect(await paths()).toEqual(expected)
    expect(failures).toBe(1)
    expect(sent()).toBeGreaterThan(1_000_000)
    expect(sent()).toBeLessThan(100_000_000)
  })

  test('a model that fails five times in a row is left alone, and one search each 10 seconds asks whether it is back', async () => {
    const expected = await byWords()
    server.answer(status(500))
    for (let search = 1; search <= 7; search++) expect(await paths()).toEqual(expected)
    expect(server.requests).toHaveLength(5)
    expect(failures).toBe(7)
    expect(log.filter((line) => line.includes('the reranking model fails'))).toHaveLength(1)
    server.answer(undefined)
    expect(await paths()).toEqual(expected)
    now = 10_000
    expect((await paths())[0]).toBe('second')
    expect(log.join()).toContain('the reranking model answers again')
    expect(log.join()).not.toContain(key)
    expect(log.join()).not.toContain('marker')
  })

  test('a refused key leaves the model alone at once, and the log says why without the key', async () => {
    server.answer(status(401))
    await paths()
    await paths()
    expect(server.requests).toHaveLength(1)
    expect(log.join()).toContain('the provider refuses the key of the reranking model')
    expect(log.join()).not.toContain(key)
  })
})

describe('a name or a variable that cannot work is refused with a sentence', () => {
  test.each([
    ['nonsense', {}, 'SIDENOTE_RERANKING_MODEL must be provider:model, such as cohere:rerank-v3.5; it is “nonsense”.'],
    ['openai:x', {}, 'names the provider “openai”. The providers are: cohere, cohere-compatible.'],
    ['cohere:rerank-v3.5', {}, 'which needs COHERE_API_KEY; it is not set.'],
    ['cohere-compatible:x', {}, 'which needs COHERE_COMPATIBLE_BASE_URL; it is not set.'],
    [
      'cohere-compatible:x',
      { COHERE_COMPATIBLE_BASE_URL: 'localhost' },
      'COHERE_COMPATIBLE_BASE_URL must be an address',
    ],
  ])('%s', (wrong, environment, sentence) => {
    expect(() => openRerankingModel(wrong, environment)).toThrow(sentence)
  })
})
