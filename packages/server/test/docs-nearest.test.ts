import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type NearSection, nearestSections, touchBuckets } from '../src/docs/embeddings/nearest.ts'
import { packVector } from '../src/docs/embeddings/vectors.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'

const site_id = 'site'
const model = 'own:vectors'
const size = 64
const sectionCount = 3_000

let seed = 1
const random = (): number => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed / 2_147_483_647 - 0.5
}
/** All alike in one direction, as those of real models are. */
const makeVector = (): number[] => Array.from({ length: size }, (_, at) => random() + (at < 8 ? 0.6 : 0))

describe.each(testEngines)('among thousands of sections on %s', (engine) => {
  let store: TestDatabase

  beforeEach(async () => {
    store = await createTestDatabase(engine)
    const { database } = store
    await database.insertInto('organizations').values({ id: 'o', name: 'Acme', created_at: '' }).execute()
    const site = { id: site_id, organization_id: 'o', domain: 'd', name: 'd', origins_json: '[]', url: null }
    await database
      .insertInto('sites')
      .values({ ...site, created_at: '', synced_at: null })
      .execute()
  })
  afterEach(() => store.close())

  /** Ten sections a page; the vector of a section is at its place. */
  const fill = (): Promise<number[][]> =>
    store.database.transaction().execute(async (database) => {
      const vectors: number[][] = []
      for (let page = 0; page < sectionCount / 10; page++) {
        const text = { title: 't', hash: 'h', terms: '', path: `p${page}`, lookup: `p${page}`, file: `p${page}` }
        const none = { tags_json: '[]', problems_json: '[]', trail_json: '[]', links_json: '[]' }
        await database
          .insertInto('pages')
          .values({ ...text, ...none, site_id, number: page })
          .execute()
        const ordinals = Array.from({ length: 10 }, (_, ordinal) => ordinal)
        const sections = ordinals.map((ordinal) => ({ site_id, page, ordinal }))
        await database
          .insertInto('sections')
          .values(sections.map((section) => ({ ...section, breadcrumbs_json: '[]', content: '' })))
          .execute()
        const made = ordinals.map(makeVector)
        vectors.push(...made)
        const hashed = sections.map((section) => ({ ...section, hash: `${page} ${section.ordinal}` }))
        await database
          .insertInto('embeddings')
          .values(
            hashed.map(({ hash, ordinal }) => ({ site_id, model, hash, vector: packVector(made[ordinal] ?? []) })),
          )
          .execute()
        await database.insertInto('section_embeddings').values(hashed).execute()
      }
      for (const bucket of [0, 1]) {
        const row = { site_id, bucket, revision: 1, lengths: new Uint8Array() }
        await database.insertInto('buckets').values(row).execute()
      }
      return vectors
    })
  const find = async (query: readonly number[], allowed?: ReadonlySet<number>): Promise<NearSection[]> => {
    const rows = await store.database.selectFrom('buckets').select(['bucket', 'revision']).execute()
    const revisions = new Map(rows.map(({ bucket, revision }) => [bucket, revision]))
    return nearestSections(store.database, site_id, query, { model, limit: 10, revisions, allowed })
  }
  const placesOf = (found: readonly NearSection[]) => found.map(({ page, ordinal }) => 10 * page + ordinal)
  const nearest = (query: readonly number[], vectors: readonly (readonly number[])[]): number[] => {
    const cosines = vectors.map(
      (of) => of.reduce((sum, value, at) => sum + value * (query[at] ?? 0), 0) / Math.hypot(...of),
    )
    return [...vectors.keys()].sort((one, other) => (cosines[other] ?? 0) - (cosines[one] ?? 0))
  }

  test('the nearest are found, the nearest first, and again after a change of one of them', async () => {
    const vectors = await fill()
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
    const vector = packVector(fresh)
    await store.database.updateTable('embeddings').set({ vector }).where('hash', '=', '290 3').execute()
    await touchBuckets(store.database, site_id, [290])
    expect((await find(fresh))[0]).toMatchObject({ page: 290, ordinal: 3 })
  })

  test('pages that are not allowed take no place from others, and questions at once are all answered', async () => {
    const vectors = await fill()
    const query = makeVector()
    const allowed = new Set([5, 260])
    const [all, some] = await Promise.all([find(query), find(query, allowed)])
    const order = nearest(query, vectors)
    expect(placesOf(all)[0]).toBe(order[0])
    expect(placesOf(some)[0]).toBe(order.find((place) => allowed.has(Math.floor(place / 10))))
    expect(some).toHaveLength(10)
    expect(await find(makeVector().slice(1))).toEqual([])
  })
})
