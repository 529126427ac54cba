import type { Database } from '../../database/database.ts'
import type { SiteRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'

/** @throws AppError `not_found` */
export const findSite = async (database: Database, organizationId: string, domain: string): Promise<SiteRow> => {
  const site = await database
    .selectFrom('sites')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('domain', '=', domain)
    .executeTakeFirst()
  if (!site) throw noSuchSite(domain)
  return site
}

/** What a domain answers that is not there, or is not the key’s. */
export const noSuchSite = (domain: string): AppError => new AppError('not_found', `There is no site "${domain}".`)
