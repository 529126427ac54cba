import type { Database } from '../../database/database.ts'
import type { SiteRow } from '../../database/tables.ts'

/** From now on no reader of the site is signed. */
export const deleteIdentity = async (database: Database, site: Pick<SiteRow, 'id'>): Promise<void> => {
  await database.deleteFrom('site_identities').where('site_id', '=', site.id).execute()
}
