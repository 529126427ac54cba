import type { Database } from '../../database/database.ts'

/** The ids of the sources of each site of the organization, by the site’s id. */
export const sourcesOfOrganization = async (
  database: Database,
  organizationId: string,
): Promise<Map<string, string[]>> => {
  const rows = await database
    .selectFrom('sites')
    .leftJoin('sources', 'sources.site_id', 'sites.id')
    .select(['sites.id as site', 'sources.id as source'])
    .where('sites.organization_id', '=', organizationId)
    .execute()
  const sources = new Map<string, string[]>()
  for (const { site, source } of rows) sources.set(site, [...(sources.get(site) ?? []), ...(source ? [source] : [])])
  return sources
}
