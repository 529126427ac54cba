import type { Site } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import type { SiteRow } from '../../database/tables.ts'
import { noSuchSite } from './find-site.ts'
import { describeSites } from './site-record.ts'

/** A site as it is shown. */
export const getSite = async (database: Database, site: SiteRow): Promise<Site> => {
  const [described] = await describeSites(database, [site])
  if (!described) throw noSuchSite(site.domain)
  return described
}
