import type { Site } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import { describeSites } from './site-record.ts'

/** All sites of the organization, by domain. */
export const listSites = async (database: Database, organizationId: string): Promise<Site[]> => {
  const sites = database.selectFrom('sites').selectAll().where('organization_id', '=', organizationId)
  return describeSites(database, await sites.orderBy('domain').execute())
}
