import { randomUUID } from 'node:crypto'
import type { Site, SiteRequest } from '@sidenote/contract'
import { requireRoom } from '../../database/require-room.ts'
import type { SealedStore } from '../../database/seal.ts'
import type { SiteRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import { type Quotas, usualQuotas } from '../../quotas.ts'
import { settingsOf } from '../../sources/source.ts'
import { checkSchedule } from '../syncs/schedules.ts'
import { checkSource } from './check-sources.ts'
import { describeSite } from './site-record.ts'
import { storeSchedule, storeSources } from './store-sources.ts'
import { writeOrigins } from './write-origins.ts'

/** Where the pages of a site are, when its sources say that. */
const addressOf = ({ url, sources }: SiteRequest): string | null => {
  if (url) return url
  const website = sources.find((source) => source.kind === 'website')
  return website ? new URL(website.url).origin : null
}

/**
 * Adds a site with its sources. Its index is empty until the first sync.
 *
 * @throws AppError `conflict` when the domain is taken, or the organization has as many sites as it may have; `invalid_request` when a source cannot be read.
 */
export const createSite = async (
  { database, seal, quotas = usualQuotas }: SealedStore & { readonly quotas?: Quotas },
  organizationId: string,
  request: SiteRequest,
): Promise<Site> => {
  await Promise.all(request.sources.map((source, index) => checkSource(source, `sources[${index}]`)))
  const schedule = request.schedule ?? null
  if (schedule !== null) checkSchedule(schedule)
  const site: SiteRow = {
    id: `site_${randomUUID()}`,
    organization_id: organizationId,
    domain: request.domain,
    name: request.name ?? request.domain,
    url: addressOf(request),
    origins_json: writeOrigins(request.origins ?? []),
    created_at: new Date().toISOString(),
    synced_at: null,
  }
  const sources = await database.transaction().execute(async (transaction) => {
    await requireRoom(transaction, organizationId, { table: 'sites', most: quotas.organizationSites })
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('sites')
      .values(site)
      .onConflict((conflict) => conflict.columns(['organization_id', 'domain']).doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) throw new AppError('conflict', `A site "${site.domain}" exists already.`)
    await storeSchedule(transaction, site.id, schedule)
    return storeSources({ database: transaction, seal }, site.id, request.sources)
  })
  const nothingYet = { lastSync: null, webhook: null, signedReaders: false, pages: 0, sections: 0 }
  return { ...describeSite(site), sources: sources.map(settingsOf), schedule, ...nothingYet }
}
