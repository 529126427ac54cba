import type { Site, SiteChange } from '@sidenote/contract'
import { updateOne } from '../../database/checked-writes.ts'
import { type Database, engineOf } from '../../database/database.ts'
import type { SealedStore } from '../../database/seal.ts'
import type { SiteRow } from '../../database/tables.ts'
import { settingsOf } from '../../sources/source.ts'
import { checkSchedule } from '../syncs/schedules.ts'
import { changeOrigins, changeSources } from './change-lists.ts'
import { checkSource } from './check-sources.ts'
import { findSite } from './find-site.ts'
import { getSite } from './get-site.ts'
import { originsOf } from './site-record.ts'
import { storeSchedule, storeSources } from './store-sources.ts'
import { writeOrigins } from './write-origins.ts'

/** The lists of a site, which nobody else changes until the transaction ends. */
const readLists = async (transaction: Database, { id, domain }: SiteRow) => {
  const site = transaction.selectFrom('sites').selectAll().where('id', '=', id)
  const row = await site
    .$if(engineOf(transaction) === 'postgres', (select) => select.forUpdate())
    .executeTakeFirstOrThrow()
  const sources = await transaction.selectFrom('sources').selectAll().where('site_id', '=', id).orderBy('id').execute()
  return { domain, origins: originsOf(row), sources: sources.map(settingsOf) }
}

/**
 * Changes what a site was given; what is left out stays, what is null is taken away.
 *
 * @throws AppError `invalid_request` when a source cannot be read, or a list has too few or too many entries
 */
export const updateSite = async ({ database, seal }: SealedStore, site: SiteRow, change: SiteChange): Promise<Site> => {
  const { name, url, schedule } = change
  await Promise.all([
    ...(change.sources ?? []).map((source, index) => checkSource(source, `sources[${index}]`)),
    ...(change.addSources ?? []).map((source, index) => checkSource(source, `addSources[${index}]`)),
  ])
  if (typeof schedule === 'string') checkSchedule(schedule)
  await database.transaction().execute(async (transaction) => {
    const lists = await readLists(transaction, site)
    const origins = changeOrigins(lists, change)
    const sources = changeSources(lists, change)
    const row = {
      name: name === undefined ? site.name : (name ?? site.domain),
      url: url === undefined ? site.url : url,
      ...(origins && { origins_json: writeOrigins(origins) }),
    }
    await updateOne(transaction.updateTable('sites').set(row).where('id', '=', site.id))
    if (sources) await storeSources({ database: transaction, seal }, site.id, sources)
    if (schedule !== undefined) await storeSchedule(transaction, site.id, schedule)
  })
  return getSite(database, await findSite(database, site.organization_id, site.domain))
}
