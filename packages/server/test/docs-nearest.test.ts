import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../src/database/database.ts'
import { touchBuckets } from '../src/search/embeddings/embedded-sections.ts'
import type { NearSection } from '../src/search/embeddings/near-section.ts'
import { nearestSections } from '../src/search/embeddings/nearest.ts'
import { copyVectors, openPgvector } from '../src/search/embeddings/pgvector.ts'
import { packVector } from '../src/search/embeddings/vectors.ts'
import { bucketOf } from '../src/search/index/buckets.ts'
import { openSearchIndex, type SearchIndex } from '../src/search/search-index.ts'
import { createTestDatabase, testEngines } from './support/database.ts'
import { insertSite } from './support/insert-site.ts'
import { createPgvectorDatabase } from './support/pglite.ts'

const site_id = 'site'
const model = 'own:vectors'
const size = 64

let seed = 1
const random = (): number => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed / 2_147_483_647 - 0.5
}
/** All alike in one direction, as those of real models are. */
const makeVector = (): number[] => Array.from({ length: size }, (_, at) => random() + (at < 8 ? 0.6 : 0))

const { signal } = new AbortController()
const log = pino({ level: 'silent' })

const openStore = async (engine: 'sqlite' | 'postgres' | 'pgvector') => {
  if (engine !== 'pgvector') return createTestDatabase(engine)
  const database = await createPgvectorDatabase()
  return { database, close: () => database.destroy() }
}

describe.each([...testEngines, 'pgvector'] as const)('among many sections on %s', (engine) => {
  let database: Database
  let searchIndex: SearchIndex
  let close: () => Promise<void>
  // In the process signs choose among so many; PGlite takes long to build an index.
  const sectionCount = engine === 'pgvector' ? 500 : 3_000
  let vectors: number[][]

  beforeAll(async () => {
    ;({ database, close } = await openStore(engine))
    searchIndex = openSearchIndex({ database })
    await insertSite(database, { id: site_id })
    vectors = await fill()
    expect(await openPgvector(searchIndex, model, { log, signal, mostBuckets: 0 })).toBe(engine === 'pgvector')
  })
  afterAll(() => close())

  /** Ten sections a page; the vector of a section is at its place. */
  const fill = async (): Promise<number[][]> => {
    const made = Array.from({ length: sectionCount }, makeVector)
    const sections = made.map((_, at) => ({ site_id, page: Math.floor(at / 10), ordinal: at % 10 }))
    const text = { title: 't', hash: 'h', terms: '', bytes: 0 }
    const none = { tags_json: '[]', problems_json: '[]', trail_json: '[]', links_json: '[]' }
    const pages = Array.from({ length: sectionCount / 10 }, (_, number) => {
      const names = { path: `p${number}`, lookup: `p${number}`, file: `p${number}` }
      return { ...text, ...none, ...names, site_id, number }
    })
    const buckets = [...new Set(pages.map(({ number }) => bucketOf(number)))]
    const hashed = sections.map((section, at) => ({ ...section, hash: `${at}` }))
    const embeddings = hashed.map(({ hash }, at) => ({ site_id, model, hash, vector: packVector(made[at] ?? []) }))
    await database.insertInto('pages').values(pages).execute()
    await database
      .insertInto('sections')
      .values(
        sections.map((section) => ({ ...section, breadcrumbs_json: '[]', content: '', words: 0, blocks_json: '[]' })),
      )
      .execute()
    await database.insertInto('embeddings').values(embeddings).execute()
    await database.insertInto('section_embeddings').values(hashed).execute()
    await database
      .insertInto('buckets')
      .values(buckets.map((bucket) => ({ site_id, bucket, revision: 1, lengths: new Uint8Array() })))
      .execute()
    return made
  }
  const find = async (query: readonly number[], allowed?: ReadonlySet<number>): Promise<NearSection[]> => {
    const rows = await database.selectFrom('buckets').select(['bucket', 'revision']).execute()
    const revisions = new Map(rows.map(({ bucket, revision }) => [bucket, revision]))
    return nearestSections(searchIndex, site_id, { vector: query, model, limit: 10, revisions, allowed })
  }
  const placesOf = (found: readonly NearSection[]) => found.map(({ page, ordinal }) => 10 * page + ordinal)
  const nearest = (query: readonly number[], vectors: readonly (readonly number[])[]): number[] => {
    const cosines = vectors.map(
      (of) => of.reduce((sum, value, at) => sum + value * (query[at] ?? 0), 0) / Math.hypot(...of),
    )
    return [...vectors.keys()].sort((one, other) => (cosines[other] ?? 0) - (cosines[one] ?? 0))
  }

  test('the nearest are found, the nearest first, and again after a change of one of them', async () => {
    let missed = 0
    for (let question = 0; question < 20; question++) {
      const like = vectors[Math.floor((random() + 0.5) * sectionCount)] ?? []
      const query = like.map((value) => value + random() / 2)
      const found = await find(query)
      const order = nearest(query, vectors)
      expect(placesOf(found)[0]).toBe(order[0])
      expect(found.map(({ cosine }) => cosine)).toEqual(found.map(({ cosine }) => cosine).toSorted((a, b) => b - a))
      missed += order.slice(0, 10).filter((place) => !placesOf(found).includes(place)).length
    }
    expect(missed / 200).toBeLessThan(0.05)
    const fresh = makeVector()
    expect((await find(fresh))[0]?.cosine).toBeLessThan(0.95)
    await database
      .insertInto('embeddings')
      .values({ site_id, model, hash: 'fresh', vector: packVector(fresh) })
      .execute()
    const section = { page: 49, ordinal: 3 }
    await database
      .updateTable('section_embeddings')
      .set({ hash: 'fresh' })
      .where('page', '=', section.page)
      .where('ordinal', '=', section.ordinal)
      .execute()
    await touchBuckets(database, site_id, [section.page])
    if (searchIndex.pgvector.mostBuckets !== undefined) await copyVectors(database, { model, siteId: site_id, signal })
    vectors[10 * section.page + section.ordinal] = fresh
    expect((await find(fresh))[0]).toMatchObject(section)
  })

  test('pages that are not allowed take no place from others, and questions at once are all answered', async () => {
    const query = makeVector()
    const allowed = new Set([5, 45])
    const [all, some] = await Promise.all([find(query), find(query, allowed)])
    const order = nearest(query, vectors)
    expect(placesOf(all)[0]).toBe(order[0])
    expect(placesOf(some)[0]).toBe(order.find((place) => allowed.has(Math.floor(place / 10))))
    expect(some).toHaveLength(10)
    expect(await find(makeVector().slice(1))).toEqual([])
  })
})
