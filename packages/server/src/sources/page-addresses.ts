import type { SyncedSource } from '@sidenote/contract'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { SiteRow } from '../database/tables.ts'
import { pageUrl } from '../pages/links.ts'

/**
 * How many pages of a source have an address that is known, and the address of one of them, rather not the home page’s.
 * Those of a website were read at theirs.
 */
export async function readAddresses(
  database: Database,
  site: Pick<SiteRow, 'id' | 'url'>,
  source: { readonly id: string; readonly isWebsite: boolean },
): Promise<Pick<SyncedSource, 'pages' | 'addressed' | 'example'>> {
  const pages = database.selectFrom('pages').where('site_id', '=', site.id).where('source_id', '=', source.id)
  const counts = await pages
    .select((select) => [select.fn.countAll<number>().as('pages'), select.fn.count<number>('slug').as('addressed')])
    .executeTakeFirst()
  const [example] = await pages
    .select(['path', 'slug'])
    .orderBy(sql`case when coalesce(slug, path) = '' then 2 when slug is null then 1 else 0 end`)
    .orderBy('number')
    .limit(1)
    .execute()
  const total = Number(counts?.pages ?? 0)
  return {
    pages: total,
    addressed: source.isWebsite ? total : Number(counts?.addressed ?? 0),
    example: example ? pageUrl(site.url, example.slug ?? example.path, null) : null,
  }
}

/** Addresses of pages of a site, spread evenly over all of them. */
export async function sampleAddresses(
  database: Database,
  site: Pick<SiteRow, 'id' | 'url'>,
  most: number,
): Promise<string[]> {
  const rows = await database
    .selectFrom('pages')
    .select(['path', 'slug'])
    .where('site_id', '=', site.id)
    .orderBy('number')
    .execute()
  const count = Math.min(most, rows.length)
  return Array.from({ length: count }, (_, at) => rows[Math.floor((at * rows.length) / count)]).flatMap((row) =>
    row ? [pageUrl(site.url, row.slug ?? row.path, null)] : [],
  )
}
