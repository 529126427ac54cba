import type { Site } from '@sidenote/contract'
import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import type { SiteRow } from '../../database/tables.ts'
import { settingsOf } from '../../sources/source.ts'
import { findSitesWithIdentity } from '../readers/identity-record.ts'
import { readWebhookPaths } from '../syncs/sync-webhooks.ts'
import { readLastSyncs } from '../syncs/syncs.ts'

const originsSchema = z.array(z.string())

/** The web origins whose pages may use the site’s keys, or one key; none: any. */
export const originsOf = (row: Pick<SiteRow, 'origins_json'>): string[] =>
  originsSchema.parse(JSON.parse(row.origins_json))

type Counted = 'sources' | 'lastSync' | 'schedule' | 'webhook' | 'signedReaders' | 'pages' | 'sections'

/** What a site’s own row says of it. */
export const describeSite = (row: SiteRow): Omit<Site, Counted> => ({
  domain: row.domain,
  name: row.name,
  url: row.url,
  origins: originsOf(row),
  createdAt: row.created_at,
  syncedAt: row.synced_at,
})

const countBySite = async (
  database: Database,
  table: 'pages' | 'sections',
  siteIds: readonly string[],
): Promise<Map<string, number>> => {
  const rows = await database
    .selectFrom(table)
    .select((select) => ['site_id', select.fn.countAll<number>().as('count')])
    .where('site_id', 'in', siteIds)
    .groupBy('site_id')
    .execute()
  return new Map(rows.map((row) => [row.site_id, row.count]))
}

/** Sites as they are shown, with what other tables know of them. */
export const describeSites = async (database: Database, sites: readonly SiteRow[]): Promise<Site[]> => {
  if (sites.length === 0) return []
  const ids = sites.map(({ id }) => id)
  const [lastSyncs, sources, schedules, webhooks, signed, pages, sections] = await Promise.all([
    readLastSyncs(database, ids),
    database.selectFrom('sources').selectAll().where('site_id', 'in', ids).orderBy('id').execute(),
    database.selectFrom('schedules').selectAll().where('site_id', 'in', ids).execute(),
    readWebhookPaths(database, ids),
    findSitesWithIdentity(database, ids),
    countBySite(database, 'pages', ids),
    countBySite(database, 'sections', ids),
  ])
  return sites.map((site) => ({
    ...describeSite(site),
    sources: sources.filter((source) => source.site_id === site.id).map(settingsOf),
    schedule: schedules.find((schedule) => schedule.site_id === site.id)?.cron ?? null,
    webhook: webhooks.get(site.id) ?? null,
    lastSync: lastSyncs.get(site.id) ?? null,
    signedReaders: signed.has(site.id),
    pages: pages.get(site.id) ?? 0,
    sections: sections.get(site.id) ?? 0,
  }))
}
