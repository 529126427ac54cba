import { setImmediate as pause } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import { pageNumber } from '../index/buckets.ts'
import { SiteMemory } from '../site-memory.ts'
import { embeddedSections } from './embedded-sections.ts'
import type { NearestQuery } from './near-section.ts'
import { collectVectors, middleOf, type PackedVectors, type Signs, signsOf } from './vectors.ts'

/** The vectors of a bucket’s sections. */
export interface BucketVectors {
  readonly revision: number
  readonly pages: Int32Array
  readonly ordinals: Int32Array
  readonly vectors: PackedVectors
  /** Where there are enough sections to choose by them. */
  signs?: Signs
}

/** The vectors of a site’s sections. */
export interface SiteVectors {
  readonly model: string
  /** How many dimensions a vector has. */
  readonly size: number
  /** Of the vectors that the site had when there first were enough: it has to be the same for all. */
  middle?: Float64Array
  readonly buckets: Map<number, BucketVectors>
  /** The read that goes on now: others wait for it instead of reading the same. */
  reading: Promise<unknown>
}

/** How many bytes the vectors of all sites together may take: one and an eighth a dimension. */
const mostBytes = 256 * 1024 * 1024

/** What a process keeps of the vectors of sites. */
export type VectorMemory = SiteMemory<SiteVectors>

/** Keeps nothing yet. */
export const openVectorMemory = (): VectorMemory => new SiteMemory(mostBytes, bytesOf)

/** What the vectors of a site are read from. */
export interface VectorStore {
  readonly database: Database
  readonly vectors: VectorMemory
}

/** Fewer sections are all compared exactly, without their signs. */
export const leastWithSigns = 1_024

/** The vectors of a site by the model and of the size of a question’s. Only buckets that have changed are read again. */
export async function readVectors({ database, vectors }: VectorStore, siteId: string, query: NearestQuery) {
  const { model } = query
  const size = query.vector.length
  const former = vectors.get(siteId)
  const isCurrent = former?.model === model && former.size === size
  const site: SiteVectors = isCurrent ? former : { model, size, buckets: new Map(), reading: Promise.resolve() }
  vectors.keep(siteId, site)
  const reading = site.reading.catch(() => undefined).then(() => readChanged(database, siteId, { site, query }))
  site.reading = reading
  const buckets = await reading
  vectors.shrink()
  return { buckets, middle: site.middle }
}

async function readChanged(
  database: Database,
  siteId: string,
  { site, query: { model, revisions } }: { site: SiteVectors; query: NearestQuery },
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
  if (sections > leastWithSigns) site.middle ??= middleOf(buckets.map(({ vectors }) => vectors))
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

const selectVectors = (database: Database, siteId: string, { bucket, model }: { bucket: number; model: string }) =>
  embeddedSections(database, siteId, model)
    .select(['page', 'ordinal', 'vector'])
    .where('page', '>=', pageNumber(bucket, 0))
    .where('page', '<', pageNumber(bucket + 1, 0))
    .orderBy('page')
    .orderBy('ordinal')
    .execute()
