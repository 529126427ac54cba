/**
 * How long it takes to find the sections that mean the same as a question, against looking at every vector exactly, and
 * how many of the nearest that misses.
 *
 * `TEST_DATABASE_URL=… node --expose-gc --conditions=sidenote-source bench/vectors.ts [SECTIONS…]`: 10,000 and 100,000.
 * Vectors of 1,536 numbers are made here: each is a mixture of two of 300 topics, and noise of the same strength.
 */

import { argv, cpuUsage, memoryUsage, stdout } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../src/database/database.ts'
import { touchBuckets } from '../src/search/embeddings/embedded-sections.ts'
import { nearestSections } from '../src/search/embeddings/nearest.ts'
import { collectVectors, cosine, packVector, unitOf } from '../src/search/embeddings/vectors.ts'
import { pageNumber } from '../src/search/index/buckets.ts'
import type { SearchIndex } from '../src/search/search-index.ts'
import { createTestDatabase, testEngines } from '../test/support/database.ts'

const size = 1_536
const sectionsOfPage = 10
const questionCount = 40
/** As a search for ten pages asks for them. */
const limit = 150
const depths = [10, 50, limit]
const site_id = 'site'
const model = 'bench:vectors'

/** The same numbers in every run. */
let seed = 1
const random = (): number => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed / 2_147_483_647
}
const noise = (): number => 3.46 * (random() + random() + random() - 1.5) * 0.58
const topics = Array.from({ length: 300 }, () => Float32Array.from({ length: size }, noise))
const makeVector = (): number[] => {
  const [one, other] = [random, random].map((pick) => topics[Math.floor(pick() * topics.length)])
  const share = random()
  return Array.from({ length: size }, (_, at) => (one?.[at] ?? 0) + share * (other?.[at] ?? 0) + noise())
}

const rowsAtOnce = 500

async function fill(database: Database, sections: number): Promise<Uint8Array[]> {
  await database.insertInto('organizations').values({ id: 'o', name: 'Acme', created_at: '' }).execute()
  const site = { id: site_id, organization_id: 'o', domain: 'd', name: 'd', origins_json: '[]', url: null }
  await database
    .insertInto('sites')
    .values({ ...site, created_at: '', synced_at: null })
    .execute()
  const pages = Math.ceil(sections / sectionsOfPage)
  for (let bucket = 0; pageNumber(bucket, 0) < pages; bucket++) {
    await database.insertInto('buckets').values({ site_id, bucket, revision: 1, lengths: new Uint8Array() }).execute()
  }
  const vectors: Uint8Array[] = []
  for (let first = 0; first < sections; first += rowsAtOnce) {
    const places = Array.from({ length: Math.min(rowsAtOnce, sections - first) }, (_, at) => ({
      site_id,
      page: Math.floor((first + at) / sectionsOfPage),
      ordinal: (first + at) % sectionsOfPage,
    }))
    const made = places.map(() => packVector(makeVector()))
    vectors.push(...made)
    await database.transaction().execute(async (transaction) => {
      const numbers = [...new Set(places.map(({ page }) => page))]
      const text = { title: 't', hash: 'h', terms: '', bytes: 0 }
      const none = { tags_json: '[]', problems_json: '[]', trail_json: '[]', links_json: '[]' }
      await transaction
        .insertInto('pages')
        .values(numbers.map((number) => ({ ...text, ...none, site_id, number, ...pathsOf(number) })))
        .execute()
      await transaction
        .insertInto('sections')
        .values(
          places.map((place) => ({ ...place, breadcrumbs_json: '[]', content: 'text', words: 1, blocks_json: '[]' })),
        )
        .execute()
      const hashed = places.map((place, at) => ({ ...place, hash: `${first + at}` }))
      await transaction
        .insertInto('embeddings')
        .values(hashed.map(({ hash }, at) => ({ site_id, model, hash, vector: made[at] ?? new Uint8Array() })))
        .execute()
      await transaction.insertInto('section_embeddings').values(hashed).execute()
    })
  }
  return vectors
}

const pathsOf = (number: number) => ({ path: `p${number}`, lookup: `p${number}`, file: `p${number}.md` })

const readRevisions = async (database: Database): Promise<Map<number, number>> => {
  const rows = await database
    .selectFrom('buckets')
    .select(['bucket', 'revision'])
    .where('site_id', '=', site_id)
    .execute()
  return new Map(rows.map(({ bucket, revision }) => [bucket, revision]))
}

/** Milliseconds of the processor, which other work of the machine does not lengthen. */
const time = async <Result>(work: () => Promise<Result> | Result): Promise<[number, Result]> => {
  const before = cpuUsage()
  const result = await work()
  const { user, system } = cpuUsage(before)
  return [(user + system) / 1_000, result]
}

const middle = (times: readonly number[]): number => times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0
const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(0)
const memory = async (): Promise<number> => {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.()
    await wait(100)
  }
  return memoryUsage().arrayBuffers + memoryUsage().heapUsed
}

async function measure(searchIndex: SearchIndex, sections: number): Promise<string> {
  const { database } = searchIndex
  const packed = await fill(database, sections)
  const all = collectVectors(packed, size)
  packed.length = 0
  const exact = (query: readonly number[]): number[] => {
    const unit = unitOf(query)
    const found = Float64Array.from({ length: sections }, (_, at) => cosine(unit, all, at))
    return [...found.keys()].sort((one, other) => (found[other] ?? 0) - (found[one] ?? 0)).slice(0, limit)
  }
  const before = await memory()
  const find = async (query: readonly number[]) =>
    nearestSections(searchIndex, site_id, { vector: query, model, limit, revisions: await readRevisions(database) })
  const [first] = await time(() => find(makeVector()))
  const grown = (await memory()) - before
  const [ours, theirs]: [number[], number[]] = [[], []]
  const seen = new Map(depths.map((depth) => [depth, 0]))
  for (let question = 0; question < questionCount; question++) {
    const query = makeVector()
    const [mine, found] = await time(() => find(query))
    const [peer, nearest] = await time(() => exact(query))
    ours.push(mine)
    theirs.push(peer)
    const places = new Set(found.map(({ page, ordinal }) => page * sectionsOfPage + ordinal))
    for (const [depth, share] of seen) {
      const there = nearest.slice(0, depth).filter((at) => places.has(at)).length
      seen.set(depth, share + there / depth / questionCount)
    }
  }
  await touchBuckets(database, site_id, [0])
  const [afterChange] = await time(() => find(makeVector()))
  const [p50, peer] = [middle(ours), middle(theirs)]
  return [
    `  a question takes ${p50.toFixed(1)} ms, every vector exactly ${peer.toFixed(1)} ms: ${(peer / p50).toFixed(1)} times as fast`,
    `  found: ${[...seen].map(([depth, share]) => `${(share * 100).toFixed(1)} % of the ${depth} nearest`).join(', ')}`,
    `  the first question ${first.toFixed(0)} ms, one after a change ${afterChange.toFixed(0)} ms`,
    `  ${megabytes(grown)} MB in memory, ${megabytes(sections * size)} MB are the vectors themselves`,
  ].join('\n')
}

const sizes = argv.slice(2).map(Number)
for (const sections of sizes.length > 0 ? sizes : [10_000, 100_000]) {
  for (const engine of testEngines) {
    const store = await createTestDatabase(engine)
    stdout.write(
      `${sections.toLocaleString('en')} sections on ${engine}\n${await measure(store.searchIndex, sections)}\n`,
    )
    await store.close()
  }
}
