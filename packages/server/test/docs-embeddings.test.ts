import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openEmbeddingModel } from '../src/assistant/models.ts'
import { attachEmbedder, createEmbedder, type Embedder } from '../src/docs/embeddings/embedder.ts'
import { searchPages } from '../src/docs/search.ts'
import { syncSite } from '../src/docs/sync.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { type EmbeddingServer, startEmbeddingServer } from './support/embedding-server.ts'
import { writeFiles } from './support/server.ts'

const site = { id: 'site', url: null }
const topics = [/\b(?:car|vehicle|automobile|engine)s?\b/gi, /\b(?:bread|meal|food|soup)s?\b/gi]

describe.each(testEngines)('on %s', (engine) => {
  let store: TestDatabase
  let folder: string
  let model: EmbeddingServer
  let embedder: Embedder
  const warnings: string[] = []

  const open = async (name = 'topics') => {
    const environment = { OPENAI_COMPATIBLE_BASE_URL: model.url }
    const full = `openai-compatible:${name}`
    const log = { warn: (_fields: object, text: string) => void warnings.push(text), info: () => {} }
    embedder = createEmbedder(full, await openEmbeddingModel(full, environment), log)
    attachEmbedder(store.database, embedder)
  }

  beforeEach(async () => {
    store = await createTestDatabase(engine)
    folder = await mkdtemp(join(tmpdir(), 'sidenote-embeddings-'))
    model = await startEmbeddingServer(topics)
    warnings.length = 0
    const { database } = store
    await database.insertInto('organizations').values({ id: 'o', name: 'Acme', created_at: '' }).execute()
    const row = { ...site, organization_id: 'o', domain: 'd', name: 'd', origins_json: '[]', created_at: '' }
    await database
      .insertInto('sites')
      .values({ ...row, synced_at: null })
      .execute()
    const settings_json = JSON.stringify({ folder })
    await database.insertInto('sources').values({ id: 's', site_id: site.id, kind: 'folder', settings_json }).execute()
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
    (await searchPages(store.database, site, { query, limit: 10 })).map((match) => match.path)

  test('a page is found by what it means, and first when it also says the word', async () => {
    await syncSite(store.database, site)
    expect(await paths('car')).toEqual(expect.arrayContaining(['garage', 'vehicle-tax']))
    expect(await paths('car')).not.toContain('kitchen')
    expect((await paths('vehicle'))[0]).toBe('vehicle-tax')
    const scores = (await searchPages(store.database, site, { query: 'vehicle', limit: 10 })).map(({ score }) => score)
    for (const score of scores) expect(score).toBeLessThanOrEqual(1)
  })

  test('only the sections that have changed are embedded again', async () => {
    await syncSite(store.database, site)
    expect(model.texts).toHaveLength(4)
    await syncSite(store.database, site)
    expect(model.texts).toHaveLength(4)
    await writeFiles(folder, {
      'garage.md': '# Garage\n\nEvery automobile has an engine.\n\n## Wheels\n\nSix of them.',
    })
    await syncSite(store.database, site)
    expect(model.texts.slice(4)).toEqual(['Garage > Wheels\n\n## Wheels\n\nSix of them.'])
    const rows = await store.database.selectFrom('embeddings').select('hash').execute()
    expect(rows).toHaveLength(4)
  })

  test('after a failure the rest is embedded by the next sync, and another model embeds everything', async () => {
    const many = Array.from({ length: 100 }, (_, at) => `## Part ${at}\n\nText ${at}.`).join('\n\n')
    await writeFiles(folder, { 'many.md': `# Many\n\n${many}` })
    model.fail(400, 64)
    expect((await syncSite(store.database, site)).failed).toBe(0)
    expect(model.texts).toHaveLength(64)
    model.fail(undefined)
    await syncSite(store.database, site)
    expect(new Set(model.texts).size).toBe(model.texts.length)
    const all = model.texts.length
    await open('other')
    await syncSite(store.database, site)
    expect(model.texts).toHaveLength(2 * all)
    const rows = await store.database.selectFrom('embeddings').select('model').distinct().execute()
    expect(rows).toEqual([{ model: 'openai-compatible:other' }])
  })

  test('with the model down search goes on by words, which is logged once and counted', async () => {
    await syncSite(store.database, site)
    model.fail(500)
    expect(await paths('soup')).toEqual(['kitchen'])
    expect(await paths('automobile')).toEqual(['garage'])
    expect(warnings).toEqual(['the embedding model failed: search goes on by words alone'])
    expect(embedder.failures).toBe(1)
  })

  test('a removed page is not found by its meaning', async () => {
    await syncSite(store.database, site)
    await rm(join(folder, 'garage.md'))
    await syncSite(store.database, site)
    expect(await paths('car')).toEqual(['vehicle-tax'])
  })
})
