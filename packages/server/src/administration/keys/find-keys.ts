import type { Database } from '../../database/database.ts'
import type { KeyRow, SiteRow } from '../../database/tables.ts'

/** A key with the site that it opens; an administrator key opens none. */
export interface KnownKey extends KeyRow {
  readonly site: SiteRow | undefined
}

/**
 * Finds keys by the hashes of their texts, in one statement.
 * @returns the rows by hash, revoked and expired ones too, with their sites
 */
export const findKeys = async (
  database: Database,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, KnownKey>> => {
  const rows = await database
    .selectFrom('keys')
    .leftJoin('sites', 'sites.id', 'keys.site_id')
    .selectAll('keys')
    .select(['sites.organization_id as site_organization', 'sites.domain', 'sites.url', 'sites.synced_at'])
    .select(['sites.name as site_name', 'sites.origins_json as site_origins', 'sites.created_at as site_created_at'])
    .where('keys.hash', 'in', [...new Set(hashes)])
    .execute()
  return new Map(rows.map((row) => [row.hash, { ...keyOf(row), site: siteOf(row) }]))
}

type KeyColumns = { readonly [Name in keyof KeyRow]: KeyRow[Name] }

/** The columns of a site, all null where the key opens none. */
interface SiteColumns {
  readonly site_id: string | null
  readonly site_organization: string | null
  readonly domain: string | null
  readonly url: string | null
  readonly synced_at: string | null
  readonly site_name: string | null
  readonly site_origins: string | null
  readonly site_created_at: string | null
}

const keyOf = (row: KeyColumns): KeyRow => ({
  id: row.id,
  organization_id: row.organization_id,
  site_id: row.site_id,
  kind: row.kind,
  name: row.name,
  hash: row.hash,
  hint: row.hint,
  created_at: row.created_at,
  expires_at: row.expires_at,
  revoked_at: row.revoked_at,
  last_used_at: row.last_used_at,
  addresses_json: row.addresses_json,
  origins_json: row.origins_json,
  scope: row.scope,
})

const siteOf = (row: SiteColumns): SiteRow | undefined => {
  const { site_id, site_organization, domain, site_name, site_origins, site_created_at } = row
  const isWhole = site_id !== null && site_organization !== null && domain !== null
  if (!isWhole || site_name === null || site_origins === null || site_created_at === null) return undefined
  return {
    id: site_id,
    organization_id: site_organization,
    domain,
    name: site_name,
    url: row.url,
    origins_json: site_origins,
    created_at: site_created_at,
    synced_at: row.synced_at,
  }
}
