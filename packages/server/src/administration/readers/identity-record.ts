import type { Database } from '../../database/database.ts'

/** What the secret of a site’s readers is sealed for. */
export const identityPurpose = (siteId: string): string => `identity of ${siteId}`

/** The ids of those sites whose readers may be signed. */
export const findSitesWithIdentity = async (
  database: Database,
  siteIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await database.selectFrom('site_identities').select('site_id').where('site_id', 'in', siteIds).execute()
  return new Set(rows.map(({ site_id }) => site_id))
}
