import type { Database } from '../../src/database/database.ts'
import type { SiteRow } from '../../src/database/tables.ts'

/** An organization, unless it is there already. */
export const insertOrganization = async (database: Database, id = 'organization'): Promise<string> => {
  await database
    .insertInto('organizations')
    .values({ id, name: id, created_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return id
}

/** A site with its organization, below the server. With a folder, that is where its pages come from. */
export const insertSite = async (
  database: Database,
  { folder, ...given }: Partial<SiteRow> & { folder?: string } = {},
): Promise<SiteRow> => {
  const { id = 'site', organization_id = 'organization' } = given
  const names = { id, organization_id, domain: id, name: id, url: null, origins_json: '[]' }
  const site: SiteRow = { ...names, created_at: new Date().toISOString(), synced_at: null, ...given }
  await insertOrganization(database, organization_id)
  await database.insertInto('sites').values(site).execute()
  if (folder === undefined) return site
  const source = { id: `source of ${id}`, site_id: id, kind: 'folder' as const }
  await database
    .insertInto('sources')
    .values({ ...source, settings_json: JSON.stringify({ folder }) })
    .execute()
  return site
}
