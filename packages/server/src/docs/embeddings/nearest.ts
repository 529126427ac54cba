import type { Database } from '../../database/database.ts'
import { bucketOf } from '../buckets.ts'
import { collectVectors, cosines, type PackedVectors } from './vectors.ts'

/** A section whose meaning is near that of a question. */
export interface NearSection {
  /** Number of the page within its site. */
  page: number
  ordinal: number
  cosine: number
}

interface SiteVectors {
  /** The revisions of the buckets that the vectors belong to. */
  key: string
  sections: readonly { page: number; ordinal: number }[]
  vectors: PackedVectors
}

/** What the vectors of all sites together may take, a byte a dimension. */
const mostBytes = 256 * 1024 * 1024
const memory = new WeakMap<Database, Map<string, SiteVectors>>()

interface NearestOptions {
  model: string
  limit: number
  revisions: ReadonlyMap<number, number>
  allowed?: ReadonlySet<number> | undefined
}

/** The sections whose vectors have the greatest cosine with the question's: all of them are looked at. */
export async function nearestSections(
  database: Database,
  siteId: string,
  query: readonly number[],
  options: NearestOptions,
): Promise<NearSection[]> {
  const { sections, vectors } = await readVectors(database, siteId, options)
  const found = cosines(query, vectors)
  const near: NearSection[] = []
  for (const [at, section] of sections.entries()) {
    const cosine = found[at] ?? 0
    if (cosine > 0 && (!options.allowed || options.allowed.has(section.page))) near.push({ ...section, cosine })
  }
  return near.sort((one, other) => other.cosine - one.cosine).slice(0, options.limit)
}

async function readVectors(database: Database, siteId: string, { model, revisions }: NearestOptions) {
  const sites = memory.get(database) ?? new Map<string, SiteVectors>()
  memory.set(database, sites)
  const key = `${model} ${[...revisions].map(([bucket, revision]) => `${bucket}:${revision}`).join(' ')}`
  const known = sites.get(siteId)
  sites.delete(siteId)
  const current = known?.key === key ? known : await selectVectors(database, siteId, { key, model })
  sites.set(siteId, current)
  let bytes = 0
  for (const { vectors } of sites.values()) bytes += vectors.values.length
  for (const [other, { vectors }] of sites) {
    if (bytes <= mostBytes || other === siteId) break
    sites.delete(other)
    bytes -= vectors.values.length
  }
  return current
}

async function selectVectors(database: Database, siteId: string, { key, model }: { key: string; model: string }) {
  const rows = await database
    .selectFrom('section_embeddings')
    .innerJoin('embeddings', (join) =>
      join
        .onRef('embeddings.site_id', '=', 'section_embeddings.site_id')
        .onRef('embeddings.hash', '=', 'section_embeddings.hash')
        .on('embeddings.model', '=', model),
    )
    .select(['page', 'ordinal', 'vector'])
    .where('section_embeddings.site_id', '=', siteId)
    .execute()
  return {
    key,
    sections: rows.map(({ page, ordinal }) => ({ page, ordinal })),
    vectors: collectVectors(rows.map((row) => row.vector)),
  }
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
