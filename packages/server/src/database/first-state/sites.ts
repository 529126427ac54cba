import { sql } from 'kysely'

/** Sites, and what each has set. */
export const sites = [
  sql`create table sites (
    id text primary key,
    organization_id text not null references organizations (id) on delete cascade,
    domain text not null,
    name text not null,
    url text,
    origins_json text not null,
    created_at text not null,
    synced_at text,
    unique (organization_id, domain)
  )`,
  sql`create index sites_domain on sites (domain)`,
  sql`create table site_settings (
    site_id text primary key references sites (id) on delete cascade,
    settings_json text not null
  )`,
  sql`create table site_policies (
    site_id text primary key references sites (id) on delete cascade,
    store_questions integer not null,
    retention_days integer not null,
    open_pages integer not null
  )`,
  sql`create table site_identities (
    site_id text primary key references sites (id) on delete cascade,
    secret_sealed text not null,
    created_at text not null
  )`,
]
