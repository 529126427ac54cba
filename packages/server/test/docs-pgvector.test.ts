import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbeddingModel } from '../src/assistant/models/models.ts'
import type { Database } from '../src/database/database.ts'
import { createEmbedder } from '../src/search/embeddings/embedder.ts'
import { openPgvector } from '../src/search/embeddings/pgvector.ts'
import { searchPages } from '../src/search/search.ts'
import { openSearchIndex, type SearchIndex } from '../src/search/search-index.ts'
import { syncSite } from '../src/sources/sync.ts'
import { type EmbeddingServer, startEmbeddingServer } from './support/embedding-server.ts'
import { insertSite } from './support/insert-site.ts'
import { createPgvectorDatabase } from './support/pglite.ts'
import { reading } from './support/reading.ts'
import { writeFiles } from './support/write-files.ts'

const site = { id: 'site', url: null }
const name = 'openai-compatible:topics'
const { signal } = new AbortController()

let database: Database
let searchIndex: SearchIndex
let folder: string
let model: EmbeddingServer
const said: string[] = []
const log = pino({}, { write: (line: string) => void said.push(JSON.parse(line).msg) })

const embedWith = async (named: string) => {
  const opened = await openEmbeddingModel(named, { OPENAI_COMPATIBLE_BASE_URL: model.url })
  searchIndex = { ...searchIndex, embedder: createEmbedder(named, opened, { log }) }
}

beforeAll(async () => {
  database = await createPgvectorDatabase()
  searchIndex = openSearchIndex({ database })
  folder = await mkdtemp(join(tmpdir(), 'sidenote-pgvector-'))
  model = await startEmbeddingServer([/\b(?:car|automobile)s?\b/gi, /\b(?:soup|bread)\b/gi])
  await insertSite(database, { ...site, folder })
  await writeFiles(folder, {
    'garage.md': '# Garage\n\nAn automobile.',
    'kitchen.md': '# Kitchen\n\nSoup and bread, bread and soup.',
  })
  await embedWith(name)
  await syncSite({ searchIndex, reading }, site)
})
afterAll(async () => {
  await model.close()
  await database.destroy()
  await rm(folder, { recursive: true, force: true })
})

const paths = async (query: string) =>
  (await searchPages(searchIndex, site, { query, limit: 10 })).map(({ path }) => path)
const given = async () =>
  (await sql<{ hash: string; model: string }>`select hash, model from embedding_vectors`.execute(database)).rows

test('a user who may not create the extension goes on without it, and the log says so', async () => {
  await sql`create role reader`.execute(database)
  await sql`set role reader`.execute(database)
  expect(await openPgvector(searchIndex, name, { log, signal, mostBuckets: 0 })).toBe(false)
  await sql`reset role`.execute(database)
  expect(said).toEqual(['pgvector is there, but this user may not create the extension "vector"'])
  expect(searchIndex.pgvector.mostBuckets).toBeUndefined()
  expect(await paths('car')).toEqual(['garage'])
})

test('vectors that were stored without pgvector are given to it, with an index of their size', async () => {
  expect(await openPgvector(searchIndex, name, { log, signal, mostBuckets: 0 })).toBe(true)
  expect(await given()).toHaveLength(2)
  expect(await paths('car')).toEqual(['garage'])
  const { rows } = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where tablename = 'embedding_vectors' and indexdef like '%hnsw%'
  `.execute(database)
  expect(rows.map(({ indexdef }) => indexdef)).toEqual([expect.stringContaining('halfvec(3)')])
  // Two sections are sorted sooner than looked up; what a question asks is what the index has all the same.
  await sql`set enable_sort = off`.execute(database)
  expect(await paths('car')).toEqual(['garage'])
  await sql`reset enable_sort`.execute(database)
  await sql`select pg_stat_force_next_flush()`.execute(database)
  const used = await sql<{ idx_scan: number }>`
    select idx_scan from pg_stat_user_indexes where indexrelname = 'embedding_vectors_3'
  `.execute(database)
  expect(used.rows[0]?.idx_scan).toBeGreaterThan(0)
})

test('what a sync changes is found and removed with its page, and opening it again changes nothing', async () => {
  await writeFiles(folder, { 'more.md': '# More\n\nA car park.' })
  await syncSite({ searchIndex, reading }, site)
  expect((await paths('automobile')).toSorted()).toEqual(['garage', 'more'])
  await rm(join(folder, 'garage.md'))
  await syncSite({ searchIndex, reading }, site)
  expect(await paths('automobile')).toEqual(['more'])
  expect(await given()).toHaveLength(2)
  expect(await openPgvector(searchIndex, name, { log, signal, mostBuckets: 0 })).toBe(true)
  expect(await given()).toHaveLength(2)
})

test('vectors of another size, and of another model, take the place of the earlier ones', async () => {
  model.grow(2)
  expect(await paths('automobile')).toEqual([])
  await syncSite({ searchIndex, reading }, site)
  expect(await paths('automobile')).toEqual(['more'])
  await embedWith('openai-compatible:other')
  await syncSite({ searchIndex, reading }, site)
  expect(await paths('automobile')).toEqual(['more'])
  expect(new Set((await given()).map((row) => row.model))).toEqual(new Set(['openai-compatible:other']))
})

test('a small site is searched in the process, where that is sooner', async () => {
  await openPgvector(searchIndex, 'openai-compatible:other', { log, signal })
  await sql`truncate embedding_vectors`.execute(database)
  expect(await paths('automobile')).toEqual(['more'])
})
