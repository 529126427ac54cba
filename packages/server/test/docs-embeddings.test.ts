import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EmbeddingModelV4 } from '@ai-sdk/provider'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openEmbeddingModel } from '../src/assistant/models/models.ts'
import { checkSites } from '../src/cli/doctor/check-sites.ts'
import { writeReport } from '../src/cli/syncs/sync-report.ts'
import { createEmbedder, type Embedder } from '../src/search/embeddings/embedder.ts'
import { searchPages } from '../src/search/search.ts'
import { openSearchIndex, type SearchIndex } from '../src/search/search-index.ts'
import { syncSite } from '../src/sources/sync.ts'
import type { SyncReport } from '../src/sources/sync-report.ts'
import { onObservation } from '../src/watch/observe.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { type EmbeddingServer, startEmbeddingServer } from './support/embedding-server.ts'
import { writeEndlessly } from './support/endless.ts'
import { insertSite } from './support/insert-site.ts'
import { reading } from './support/reading.ts'
import { writeFiles } from './support/write-files.ts'

const site = { id: 'site', url: null }
const silent = { warn: () => {}, info: () => {} }
const unfinished = 'the embedding model failed: until the next sync words alone find what has no vector yet'
const topics = [/\b(?:car|vehicle|automobile|engine)s?\b/gi, /\b(?:bread|meal|food|soup)s?\b/gi]

describe.each(testEngines)('on %s', (engine) => {
  let store: TestDatabase
  let searchIndex: SearchIndex
  let folder: string
  let model: EmbeddingServer
  let embedder: Embedder
  const warnings: string[] = []

  const open = async (name = 'topics', options = {}) => {
    const environment = { OPENAI_COMPATIBLE_BASE_URL: model.url }
    const full = `openai-compatible:${name}`
    const log = { warn: (_fields: object, text: string) => void warnings.push(text), info: () => {} }
    embedder = createEmbedder(full, await openEmbeddingModel(full, environment), { log, ...options })
    searchIndex = openSearchIndex({ database: store.database, embedder })
  }

  beforeEach(async () => {
    store = await createTestDatabase(engine)
    folder = await mkdtemp(join(tmpdir(), 'sidenote-embeddings-'))
    model = await startEmbeddingServer(topics)
    warnings.length = 0
    const { database } = store
    await insertSite(database, { ...site, folder })
    await writeFiles(folder, {
      'garage.md': '# Garage\n\nEvery automobile has an engine.\n\n## Wheels\n\nFour of them.',
      'kitchen.md': '# Kitchen\n\nSoup and bread make a meal.',
      'vehicle-tax.md': '# Taxes\n\nWhat is owed for a vehicle.',
    })
    await open()
  })
  afterEach(async () => {
    await store.close()
    await model.close()
    await rm(folder, { recursive: true, force: true })
  })
  const paths = async (query: string) =>
    (await searchPages(searchIndex, site, { query, limit: 10 })).map((match) => match.path)

  test('a page is found by what it means, and first when it also says the word', async () => {
    await syncSite({ searchIndex, reading }, site)
    expect(await paths('car')).toEqual(expect.arrayContaining(['garage', 'vehicle-tax']))
    expect(await paths('car')).not.toContain('kitchen')
    expect((await paths('vehicle'))[0]).toBe('vehicle-tax')
    const scores = (await searchPages(searchIndex, site, { query: 'vehicle', limit: 10 })).map(({ score }) => score)
    for (const score of scores) expect(score).toBeLessThanOrEqual(1)
  })

  test('only the sections that have changed are embedded again', async () => {
    await syncSite({ searchIndex, reading }, site)
    expect(model.texts).toHaveLength(4)
    await syncSite({ searchIndex, reading }, site)
    expect(model.texts).toHaveLength(4)
    await writeFiles(folder, {
      'garage.md': '# Garage\n\nEvery automobile has an engine.\n\n## Wheels\n\nSix of them.',
    })
    await syncSite({ searchIndex, reading }, site)
    expect(model.texts.slice(4)).toEqual(['Garage > Wheels\n\n## Wheels\n\nSix of them.'])
    const rows = await store.database.selectFrom('embeddings').select('hash').execute()
    expect(rows).toHaveLength(4)
  })

  test('a text that another section has already is not sent, and found there too', async () => {
    await syncSite({ searchIndex, reading }, site)
    await writeFiles(folder, { 'copy.md': '# Kitchen\n\nSoup and bread make a meal.' })
    expect((await syncSite({ searchIndex, reading }, site)).embeddings).toEqual({ sections: 5, embedded: 5 })
    expect(model.texts).toHaveLength(4)
    expect(warnings).toEqual([])
    expect(await paths('food')).toEqual(expect.arrayContaining(['copy', 'kitchen']))
  })

  test('after a failure the rest is embedded by the next sync, and another model embeds everything', async () => {
    const many = Array.from({ length: 100 }, (_, at) => `## Part ${at}\n\nText ${at}.`).join('\n\n')
    await writeFiles(folder, { 'many.md': `# Many\n\n${many}` })
    model.fail(400, 64)
    expect((await syncSite({ searchIndex, reading }, site)).failed).toBe(0)
    expect(model.texts).toHaveLength(64)
    model.fail(undefined)
    await syncSite({ searchIndex, reading }, site)
    expect(new Set(model.texts).size).toBe(model.texts.length)
    const all = model.texts.length
    await open('other')
    await syncSite({ searchIndex, reading }, site)
    expect(model.texts).toHaveLength(2 * all)
    const rows = await store.database.selectFrom('embeddings').select('model').distinct().execute()
    expect(rows).toEqual([{ model: 'openai-compatible:other' }])
  })

  test('with the model down search goes on by words, which is logged once and counted', async () => {
    await syncSite({ searchIndex, reading }, site)
    model.fail(500)
    const asked = model.requests()
    let counted = 0
    const stop = onObservation('embedding-failure', () => void counted++)
    expect(await paths('soup')).toEqual(['kitchen'])
    expect(await paths('automobile')).toEqual(['garage'])
    stop()
    expect(warnings).toEqual(['the embedding model failed: search goes on by words alone'])
    expect(counted).toBe(2)
    // Left alone after its first failure.
    expect(model.requests() - asked).toBe(1)
  })

  test('a sync tells how many sections are embedded, batch by batch, and what a failure has left', async () => {
    const many = Array.from({ length: 100 }, (_, at) => `## Part ${at}\n\nText ${at}.`).join('\n\n')
    await writeFiles(folder, { 'many.md': `# Many\n\n${many}` })
    const seen: string[] = []
    const onProgress = ({ embeddings }: SyncReport) => {
      if (embeddings) seen.push(`${embeddings.embedded} of ${embeddings.sections}`)
    }
    model.fail(400, 64)
    const report = await syncSite({ searchIndex, reading }, site, { onProgress })
    expect(report.embeddings).toEqual({ sections: 105, embedded: 64 })
    const times = { startedAt: '', finishedAt: '' }
    expect(writeReport({ ...report, ...times, id: '1', domain: 'd', status: 'completed', error: null })).toContain(
      '41 of 105 sections can only be found by their words: the embedding model failed',
    )
    expect(
      (await checkSites({ embeddingModel: embedder.name, dataFolder: '', secretsKey: undefined }, store.database)).map(
        ({ sentence }) => sentence,
      ),
    ).toContainEqual(expect.stringContaining('41 of its 105 sections have no vector of openai-compatible:topics yet'))
    model.fail(undefined)
    await syncSite({ searchIndex, reading }, site, { onProgress })
    expect(seen).toEqual(['0 of 105', '64 of 105', '64 of 105', '105 of 105'])
  })

  test('a text that the model refuses is sent shorter, or left out, and keeps no other from being embedded', async () => {
    const long = `Nothing. ${'word '.repeat(1_000)} unreadable`
    await writeFiles(folder, { 'a-long.md': `# Long\n\n${long}`, 'b-other.md': '# Other\n\nIt is forbidden.' })
    model.refuse(/unreadable|forbidden/)
    expect((await syncSite({ searchIndex, reading }, site)).embeddings).toEqual({ sections: 6, embedded: 5 })
    const [shortened] = model.texts.filter((text) => text.startsWith('Long'))
    expect(shortened).toHaveLength(2_513)
    expect(await paths('car')).toContain('garage')
    expect(warnings).toEqual([])
  })

  test('a text is shortened until the model takes it, also where it fails over one that is too long', async () => {
    await writeFiles(folder, { 'long.md': `# Long\n\n${'word '.repeat(1_000)}` })
    model.refuse(/^.{700}/s, 500)
    expect((await syncSite({ searchIndex, reading }, site)).embeddings).toEqual({ sections: 5, embedded: 5 })
    expect(model.texts.filter((text) => text.startsWith('Long')).map(({ length }) => length)).toEqual([625])
    expect(warnings).toEqual([])
  })

  test('a model that has no room is asked again when it says, and not before', async () => {
    model.beBusy(2, 1)
    expect((await syncSite({ searchIndex, reading }, site)).embeddings).toEqual({ sections: 4, embedded: 4 })
    expect([model.requests(), model.early()]).toEqual([3, 0])
    expect(warnings).toEqual([])
  })

  test('a model that has no room for the rest of the day is left alone until the next sync', async () => {
    model.beBusy(1, 3_600)
    expect((await syncSite({ searchIndex, reading }, site)).embeddings).toEqual({ sections: 4, embedded: 0 })
    expect(model.requests()).toBe(1)
    expect(warnings).toEqual([unfinished])
  })

  test('a model that is too slow for many texts at once is sent fewer', async () => {
    await open('topics', { batchMilliseconds: 1_000 })
    const many = Array.from({ length: 60 }, (_, at) => `## Part ${at}\n\nText ${at}.`).join('\n\n')
    await writeFiles(folder, { 'many.md': `# Many\n\n${many}` })
    model.slowDown(40)
    expect((await syncSite({ searchIndex, reading }, site)).embeddings).toEqual({ sections: 65, embedded: 65 })
    expect(warnings).toEqual([])
  })

  test('a slow model that a question was not waited for is left alone, though a sync goes on with it', async () => {
    await syncSite({ searchIndex, reading }, site)
    model.fail(503)
    await paths('car')
    model.fail(undefined)
    await writeFiles(folder, { 'new.md': '# New\n\nAnother engine.' })
    await syncSite({ searchIndex, reading }, site)
    const asked = model.requests()
    await paths('car')
    expect(model.requests()).toBe(asked)
  })

  test('a model that refuses whatever it is sent is taken for one that fails, after a few requests', async () => {
    const many = Array.from({ length: 100 }, (_, at) => `## Part ${at}\n\nText ${at}.`).join('\n\n')
    await writeFiles(folder, { 'many.md': `# Many\n\n${many}` })
    model.refuse(/./)
    expect((await syncSite({ searchIndex, reading }, site)).embeddings).toEqual({ sections: 105, embedded: 0 })
    expect(model.requests()).toBeLessThan(30)
    expect(warnings).toEqual([unfinished])
  })

  test('a model that gives vectors of another size under the same name embeds everything again', async () => {
    await syncSite({ searchIndex, reading }, site)
    model.grow(2)
    // Until then words alone are searched.
    expect(await paths('car')).toEqual([])
    expect(await paths('vehicle')).toEqual(['vehicle-tax'])
    await syncSite({ searchIndex, reading }, site)
    expect(model.texts.filter((text) => text.startsWith('Kitchen'))).toHaveLength(2)
    expect(await paths('car')).toEqual(expect.arrayContaining(['garage', 'vehicle-tax']))
    const rows = await store.database.selectFrom('embeddings').select('vector').execute()
    expect(rows.map(({ vector }) => vector.length)).toEqual([5, 5, 5, 5])
  })

  test('while some pages have vectors and others do not yet, none comes first for having them', async () => {
    const other = (at: number) => [`about-${at}.md`, `# Repair of a vehicle\n\nEngine ${at}.`]
    await writeFiles(folder, Object.fromEntries(Array.from({ length: 70 }, (_, at) => other(at))))
    await writeFiles(folder, { 'repaired.md': '# Repair of a vehicle\n\nHow a vehicle is repaired.' })
    await syncSite({ searchIndex, reading }, site)
    const query = 'vehicle repair'
    const wholly = await paths(query)
    await store.database.deleteFrom('embeddings').execute()
    model.fail(400, model.texts.length + 64)
    expect((await syncSite({ searchIndex, reading }, site)).embeddings).toEqual({ sections: 75, embedded: 64 })
    model.fail(undefined)
    await open()
    expect([wholly[0], (await paths(query))[0]]).toEqual(['repaired', 'repaired'])
  })

  test('until the sections are embedded scores are those of words alone', async () => {
    model.fail(404)
    const found = async () =>
      (await searchPages(searchIndex, site, { query: 'vehicle', limit: 10 })).map(({ score }) => score)
    await syncSite({ searchIndex, reading }, site)
    model.fail(undefined)
    await open()
    const both = await found()
    expect(await embedder.embedQuery('vehicle')).toHaveLength(3)
    const byWords = openSearchIndex({ database: store.database })
    expect(await searchPages(byWords, site, { query: 'vehicle', limit: 10 })).toMatchObject(
      both.map((score) => ({ score })),
    )
  })

  test('a long question is sent as far as a model can take it', async () => {
    await syncSite({ searchIndex, reading }, site)
    await paths(`car ${'and '.repeat(2_000)}`)
    expect(model.texts.at(-1)).toHaveLength(2_000)
  })

  test('a model is told whether a text is a question or a section, where it makes a difference', async () => {
    const told: unknown[] = []
    const own: EmbeddingModelV4 = {
      specificationVersion: 'v4',
      provider: 'google',
      modelId: 'own',
      maxEmbeddingsPerCall: 100,
      supportsParallelCalls: false,
      doEmbed: async ({ values, providerOptions }) => {
        told.push(providerOptions?.google?.taskType)
        return { embeddings: values.map(() => [1, 0]), warnings: [] }
      },
    }
    searchIndex = openSearchIndex({
      database: store.database,
      embedder: createEmbedder('google:own', own, { log: silent }),
    })
    await syncSite({ searchIndex, reading }, site)
    await paths('car')
    expect(told).toEqual(['RETRIEVAL_DOCUMENT', 'RETRIEVAL_QUERY'])
  })

  const sendVectors =
    (vectorOf: (at: number) => unknown, more: (count: number) => number = (count) => count) =>
    (response: ServerResponse, count: number) => {
      const data = Array.from({ length: more(count) }, (_, index) => ({
        object: 'embedding',
        index,
        embedding: vectorOf(index),
      }))
      const usage = { prompt_tokens: 1, total_tokens: 1 }
      // JSON has no infinite numbers, but some that are too large to be finite.
      response.end(JSON.stringify({ object: 'list', data, model: 'topics', usage }).replaceAll('"huge"', '1e999'))
    }
  const nonsense: [string, (response: ServerResponse, count: number) => void][] = [
    ['a page', (response) => void response.end('<html>')],
    ['another object', (response) => void response.end('{"vectors":[]}')],
    [
      'too few vectors',
      sendVectors(
        () => [1, 0],
        (count) => count - 1,
      ),
    ],
    [
      'too many vectors',
      sendVectors(
        () => [1, 0],
        (count) => count + 1,
      ),
    ],
    ['vectors of several sizes', sendVectors((at) => Array.from({ length: 1 + at }, () => 1))],
    ['empty vectors', sendVectors(() => [])],
    ['vectors of words', sendVectors(() => ['one', 'two'])],
    ['vectors of nothing', sendVectors(() => [null, null])],
    ['infinite vectors', sendVectors(() => ['huge', 1])],
    ['vectors of a hundred thousand numbers', sendVectors(() => Array.from({ length: 100_000 }, () => 1))],
    ['half an answer', (response) => void response.end('{"data":[')],
  ]
  test.each(nonsense)('%s instead of vectors is not stored, and words find what they found', async (_name, answer) => {
    model.answer(answer)
    expect((await syncSite({ searchIndex, reading }, site)).embeddings).toEqual({ sections: 4, embedded: 0 })
    expect(await store.database.selectFrom('embeddings').select('hash').execute()).toEqual([])
    expect(await paths('engine')).toEqual(['garage'])
    expect(warnings).toContain(unfinished)
  })

  test('a service that answers without an end is read no further than any answer can be', async () => {
    const sent: (() => number)[] = []
    model.answer((response) => void sent.push(writeEndlessly(response, Buffer.alloc(1_000_000, ' '))))
    expect((await syncSite({ searchIndex, reading }, site)).embeddings).toEqual({ sections: 4, embedded: 0 })
    expect(await paths('engine')).toEqual(['garage'])
    // The sections of the sync, and the question.
    const lengths = sent.map((length) => length())
    expect(lengths).toHaveLength(2)
    for (const length of lengths) expect([length > 1_000_000, length < 100_000_000]).toEqual([true, true])
  })

  test('a service that answers drop by drop is left as soon as its time is over', async () => {
    await open('topics', { batchMilliseconds: 100 })
    model.answer((response) => {
      const timer = setInterval(() => response.write(' '), 10)
      response.once('close', () => clearInterval(timer))
    })
    expect((await syncSite({ searchIndex, reading }, site)).embeddings).toEqual({ sections: 4, embedded: 0 })
    expect(await paths('engine')).toEqual(['garage'])
  })

  test('vectors that are not those of the texts are not stored', async () => {
    const own: EmbeddingModelV4 = {
      specificationVersion: 'v4',
      provider: 'own',
      modelId: 'own',
      maxEmbeddingsPerCall: 100,
      supportsParallelCalls: false,
      doEmbed: async () => ({ embeddings: [[1, 0], []], warnings: [] }),
    }
    searchIndex = openSearchIndex({
      database: store.database,
      embedder: createEmbedder('own:own', own, { log: silent }),
    })
    expect((await syncSite({ searchIndex, reading }, site)).embeddings).toEqual({ sections: 4, embedded: 0 })
    expect(await store.database.selectFrom('embeddings').select('hash').execute()).toEqual([])
  })

  test('a removed page is not found by its meaning', async () => {
    await syncSite({ searchIndex, reading }, site)
    await rm(join(folder, 'garage.md'))
    await syncSite({ searchIndex, reading }, site)
    expect(await paths('car')).toEqual(['vehicle-tax'])
  })
})
