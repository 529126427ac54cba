import type { Database } from '../../database/database.ts'
import { bucketOf } from '../index/buckets.ts'

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
