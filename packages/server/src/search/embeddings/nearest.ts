import { setImmediate as pause } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import { bucketOf, pageNumber } from '../index/buckets.ts'
import { isForPgvector, nearestByPgvector } from './pgvector.ts'
import {
  collectVectors,
  cosine,
  differences,
  middleOf,
  type PackedVectors,
  packVector,
  type Signs,
  signsOf,
  unitOf,
} from './vectors.ts'

/** A section whose meaning is near that of a question. */
export interface NearSection {
  /** Number of the page within its site. */
  page: number
  ordinal: number
  cosine: number
}

/** The vectors of a bucket’s sections. */
interface BucketVectors {
  readonly revision: number
  readonly pages: Int32Array
  readonly ordinals: Int32Array
  readonly vectors: PackedVectors
  /** Where there are enough sections to choose by them. */
  signs?: Signs
}

interface SiteVectors {
  readonly model: string
  readonly size: number
  /** Of the vectors that were there when there first were enough: it has to be the same for all. */
  middle?: Float64Array
  readonly buckets: Map<number, BucketVectors>
  /** What is being read: others wait for it instead of reading the same. */
  reading: Promise<unknown>
}

/** What the vectors of all sites together may take, a byte and an eighth a dimension. */
const mostBytes = 256 * 1024 * 1024
/** By database, then by site; the one that was used last stands last. */
const memory = new WeakMap<Database, Map<string, SiteVectors>>()

export interface NearestOptions {
  model: string
  limit: number
  revisions: ReadonlyMap<number, number>
  allowed?: ReadonlySet<number> | undefined
}

/**
 * The sections whose vectors have the greatest cosine with the question’s. All of them are looked at: where there are many
 * by the signs of their dimensions first, then those that differ least from the question exactly. `bench/vectors.ts`
 * measures how long that takes and what it misses. Of a large site pgvector finds them, where it is there.
 */
export async function nearestSections(
  database: Database,
  siteId: string,
  query: readonly number[],
  options: NearestOptions,
): Promise<NearSection[]> {
  if (isForPgvector(database, options.revisions.size)) return nearestByPgvector(database, siteId, query, options)
  const { buckets, middle } = await readVectors(database, siteId, { ...options, size: query.length })
  const unit = unitOf(query)
  const near: NearSection[] = []
  for (const [{ pages, ordinals, vectors }, at] of promising(buckets, { query, middle, options })) {
    const found = cosine(unit, vectors, at)
    if (found > 0) near.push({ page: pages[at] ?? 0, ordinal: ordinals[at] ?? 0, cosine: found })
  }
  return near.sort((one, other) => other.cosine - one.cosine).slice(0, options.limit)
}

/** So many are looked at exactly, and this share of all: the more there are, the more differ by as much. */
const leastExact = 1_024
const exactShare = 1 / 32

interface Choice {
  readonly query: readonly number[]
  readonly middle: Float64Array | undefined
  readonly options: NearestOptions
}

/** The sections that differ from the question in the fewest dimensions; all when there are not many. */
function promising(
  buckets: readonly BucketVectors[],
  { query, middle, options: { allowed, limit } }: Choice,
): [BucketVectors, number][] {
  const signs = middle && signsOf(collectVectors([packVector(query)], query.length), middle)
  const candidates = buckets.map((bucket) => ({
    bucket,
    places: [...bucket.vectors.norms.keys()].filter(
      (at) => (bucket.vectors.norms[at] ?? 0) > 0 && (!allowed || allowed.has(bucket.pages[at] ?? -1)),
    ),
    counts: signs && bucket.signs && differences(signs, bucket.signs),
  }))
  const sectionsAt = new Uint32Array(query.length + 1)
  let all = 0
  for (const { places, counts } of candidates) {
    all += places.length
    for (const at of places) sectionsAt[counts?.[at] ?? 0] = (sectionsAt[counts?.[at] ?? 0] ?? 0) + 1
  }
  const wanted = Math.min(all, Math.max(limit, leastExact + all * exactShare))
  let most = 0
  for (let sections = sectionsAt[0] ?? 0; sections < wanted; ) sections += sectionsAt[++most] ?? 0
  return candidates.flatMap(({ bucket, places, counts }) =>
    places.filter((at) => (counts?.[at] ?? 0) <= most).map((at): [BucketVectors, number] => [bucket, at]),
  )
}

/** The vectors of a site. Only those of buckets that have changed are read again. */
async function readVectors(database: Database, siteId: string, options: NearestOptions & { size: number }) {
  const { model, size } = options
  const sites = memory.get(database) ?? new Map<string, SiteVectors>()
  memory.set(database, sites)
  const known = sites.get(siteId)
  const isCurrent = known?.model === model && known.size === size
  const site: SiteVectors = isCurrent ? known : { model, size, buckets: new Map(), reading: Promise.resolve() }
  sites.delete(siteId)
  sites.set(siteId, site)
  const reading = site.reading.catch(() => undefined).then(() => readChanged(database, siteId, { site, options }))
  site.reading = reading
  const buckets = await reading
  forget(sites, siteId)
  return { buckets, middle: site.middle }
}

async function readChanged(
  database: Database,
  siteId: string,
  { site, options: { model, revisions } }: { site: SiteVectors; options: NearestOptions },
): Promise<BucketVectors[]> {
  for (const bucket of site.buckets.keys()) if (!revisions.has(bucket)) site.buckets.delete(bucket)
  for (const [bucket, revision] of revisions) {
    if (site.buckets.get(bucket)?.revision === revision) continue
    const rows = await selectVectors(database, siteId, { bucket, model })
    site.buckets.set(bucket, {
      revision,
      pages: Int32Array.from(rows, ({ page }) => page),
      ordinals: Int32Array.from(rows, ({ ordinal }) => ordinal),
      vectors: collectVectors(
        rows.map(({ vector }) => vector),
        site.size,
      ),
    })
    await pause()
  }
  const buckets = [...site.buckets.values()]
  const sections = buckets.reduce((sum, { pages }) => sum + pages.length, 0)
  if (sections > leastExact) site.middle ??= middleOf(buckets.map(({ vectors }) => vectors))
  for (const bucket of buckets) {
    if (!site.middle || bucket.signs) continue
    bucket.signs = signsOf(bucket.vectors, site.middle)
    await pause()
  }
  return buckets
}

const bytesOf = ({ buckets }: SiteVectors): number => {
  let bytes = 0
  for (const { vectors, signs } of buckets.values()) bytes += vectors.values.byteLength + (signs?.bits.byteLength ?? 0)
  return bytes
}

/** Lets go of the sites that were not used for longest, until the rest fits. */
function forget(sites: Map<string, SiteVectors>, current: string): void {
  let bytes = 0
  for (const site of sites.values()) bytes += bytesOf(site)
  for (const [siteId, site] of sites) {
    if (bytes <= mostBytes || siteId === current) return
    sites.delete(siteId)
    bytes -= bytesOf(site)
  }
}

/** The sections of a site that the model has embedded. */
export const embeddedSections = (database: Database, siteId: string, model: string) =>
  database
    .selectFrom('section_embeddings')
    .innerJoin('embeddings', (join) =>
      join
        .onRef('embeddings.site_id', '=', 'section_embeddings.site_id')
        .onRef('embeddings.hash', '=', 'section_embeddings.hash')
        .on('embeddings.model', '=', model),
    )
    .where('section_embeddings.site_id', '=', siteId)

const selectVectors = (database: Database, siteId: string, { bucket, model }: { bucket: number; model: string }) =>
  embeddedSections(database, siteId, model)
    .select(['page', 'ordinal', 'vector'])
    .where('page', '>=', pageNumber(bucket, 0))
    .where('page', '<', pageNumber(bucket + 1, 0))
    .orderBy('page')
    .orderBy('ordinal')
    .execute()

/** Those of the pages that were not embedded yet: a page is embedded from its first section on. */
export async function pagesWithoutVectors(
  database: Database,
  siteId: string,
  { model, pages }: { model: string; pages: readonly number[] },
): Promise<Set<number>> {
  const unknown = new Set(pages)
  if (pages.length === 0) return unknown
  const rows = await embeddedSections(database, siteId, model)
    .select('page')
    .where('page', 'in', pages)
    .where('ordinal', '=', 0)
    .execute()
  for (const { page } of rows) unknown.delete(page)
  return unknown
}

/** Tells every process that vectors of these pages are new: what was kept of their buckets no longer holds. */
export const touchBuckets = async (transaction: Database, siteId: string, pages: readonly number[]): Promise<void> => {
  await transaction
    .updateTable('buckets')
    .set((update) => ({ revision: update('revision', '+', 1) }))
    .where('site_id', '=', siteId)
    .where('bucket', 'in', [...new Set(pages.map(bucketOf))])
    .execute()
}
