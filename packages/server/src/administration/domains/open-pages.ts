import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { SiteRow } from '../../database/tables.ts'

/** What no domain and no organization's id has. */
const separator = '~'

/** The name of a site under its organization, which nobody else can have: the organization's id, `~` and the domain. */
export const ownNameOf = ({ organization_id, domain }: Pick<SiteRow, 'organization_id' | 'domain'>): string =>
  `${organization_id}${separator}${domain}`

const selectOpenSites = (database: Database) =>
  database
    .selectFrom('sites')
    .innerJoin('site_policies', 'site_policies.site_id', 'sites.id')
    .selectAll('sites')
    .where('site_policies.open_pages', '=', 1)

/**
 * The site that has a domain: one whose organization has proven it, otherwise the first that was opened by an organization
 * that the operator trusts. A domain without one of these has no open pages, whoever else may have a site of this domain.
 */
const findSiteOfDomain = (database: Database, domain: string): Promise<SiteRow | undefined> =>
  selectOpenSites(database)
    .innerJoin('organizations', 'organizations.id', 'sites.organization_id')
    .leftJoin('proven_domains', 'proven_domains.site_id', 'sites.id')
    .where('sites.domain', '=', domain)
    .where((where) =>
      where.or([where('proven_domains.domain', 'is not', null), where('organizations.trusted', '=', 1)]),
    )
    .orderBy(sql`case when proven_domains.domain is null then 1 else 0 end`)
    .orderBy('site_policies.opened_at')
    .orderBy('sites.id')
    .executeTakeFirst()

/**
 * The site whose pages are readable without a key under a name.
 *
 * @param name a domain, or what `ownNameOf` returns
 */
export const findOpenSite = (database: Database, name: string): Promise<SiteRow | undefined> => {
  const end = name.indexOf(separator)
  if (end < 0) return findSiteOfDomain(database, name)
  return selectOpenSites(database)
    .where('sites.organization_id', '=', name.slice(0, end))
    .where('sites.domain', '=', name.slice(end + separator.length))
    .executeTakeFirst()
}

/** The path below which the open pages of a site are. */
export const readPagesPath = async (database: Database, site: SiteRow): Promise<string> => {
  const holder = await findSiteOfDomain(database, site.domain)
  return `/sites/${holder?.id === site.id ? site.domain : ownNameOf(site)}`
}
