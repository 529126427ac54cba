/**
 * The rows of every table, as both engines give them. Times are ISO 8601 text in UTC, booleans are 0 or 1, `*_json` holds
 * JSON text, so that SQLite and PostgreSQL answer alike.
 */
export interface Tables {
  organizations: OrganizationRow
  sites: SiteRow
  sources: SourceRow
  keys: KeyRow
  syncs: SyncRow
  limit_counts: LimitCountRow
}

export interface OrganizationRow {
  id: string
  name: string
  created_at: string
}

export interface SiteRow {
  id: string
  organization_id: string
  /** Unique within the organization. */
  domain: string
  name: string
  /** Address that page paths are relative to. */
  url: string | null
  origins_json: string
  created_at: string
  /** End of the last complete sync. */
  synced_at: string | null
}

export interface SourceRow {
  id: string
  site_id: string
  kind: 'folder'
  settings_json: string
}

export interface KeyRow {
  id: string
  organization_id: string
  /** The site of an assistant key; null for an administrator key. */
  site_id: string | null
  kind: 'assistant' | 'administrator'
  name: string | null
  /** SHA-256 of the key, hexadecimal. */
  hash: string
  hint: string
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
}

export interface SyncRow {
  id: string
  site_id: string
  status: 'running' | 'completed' | 'failed'
  report_json: string
  started_at: string
  finished_at: string | null
}

/** How often `subject` was counted for the limit `name` in one slice of its window. */
export interface LimitCountRow {
  name: string
  subject: string
  /** Start of the slice, in seconds since 1970, divided by the length of a slice. */
  slice: number
  count: number
}
