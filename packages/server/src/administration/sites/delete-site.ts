import type { Database } from '../../database/database.ts'
import type { SiteRow } from '../../database/tables.ts'
import { noSuchSite } from './find-site.ts'

/**
 * Deletes a site with all that belongs to it. Projects that name it stay, and name none any more.
 *
 * @throws AppError `not_found`
 */
export const deleteSite = async (database: Database, site: Pick<SiteRow, 'id' | 'domain'>): Promise<void> => {
  const { numDeletedRows } = await database.deleteFrom('sites').where('id', '=', site.id).executeTakeFirstOrThrow()
  if (!numDeletedRows) throw noSuchSite(site.domain)
}
