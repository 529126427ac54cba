import type { Site, SiteChange } from '@sidenote/contract'
import { updateOne } from '../../database/checked-writes.ts'
import type { SealedStore } from '../../database/seal.ts'
import type { SiteRow } from '../../database/tables.ts'
import { checkSchedule } from '../syncs/schedules.ts'
import { checkSource } from './check-sources.ts'
import { findSite } from './find-site.ts'
import { getSite } from './get-site.ts'
import { storeSchedule, storeSources } from './store-sources.ts'
import { writeOrigins } from './write-origins.ts'

/**
 * Changes what a site was given; what is left out stays, what is null is taken away.
 *
 * @throws AppError `invalid_request` when a source cannot be read.
 */
export const updateSite = async ({ database, seal }: SealedStore, site: SiteRow, change: SiteChange): Promise<Site> => {
  const { name, url, origins, sources, schedule } = change
  await Promise.all((sources ?? []).map(checkSource))
  if (typeof schedule === 'string') checkSchedule(schedule)
  await database.transaction().execute(async (transaction) => {
    const row = {
      name: name === undefined ? site.name : (name ?? site.domain),
      url: url === undefined ? site.url : url,
      origins_json: origins === undefined ? site.origins_json : writeOrigins(origins ?? []),
    }
    await updateOne(transaction.updateTable('sites').set(row).where('id', '=', site.id))
    if (sources) await storeSources({ database: transaction, seal }, site.id, sources)
    if (schedule !== undefined) await storeSchedule(transaction, site.id, schedule)
  })
  return getSite(database, await findSite(database, site.organization_id, site.domain))
}
