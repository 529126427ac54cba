import { sql } from 'kysely'

/** Keys, and what was done with them. */
export const keys = [
  sql`create table keys (
    id text primary key,
    organization_id text not null references organizations (id) on delete cascade,
    site_id text references sites (id) on delete cascade,
    kind text not null check (kind in ('assistant', 'administrator')),
    name text,
    hash text not null unique,
    hint text not null,
    created_at text not null,
    expires_at text,
    revoked_at text,
    last_used_at text,
    addresses_json text not null default '[]',
    origins_json text not null default '[]',
    scope text check (scope in ('read', 'write')),
    check ((kind = 'assistant') = (site_id is not null))
  )`,
  sql`create index keys_organization on keys (organization_id)`,
  sql`create index keys_site on keys (site_id)`,
  // No reference to the key: what a key did outlives it.
  sql`create table audit_entries (
    id text primary key,
    organization_id text not null references organizations (id) on delete cascade,
    at text not null,
    key_id text not null,
    action text not null,
    target text not null,
    created text,
    fields_json text not null,
    outcome text not null check (outcome in ('begun', 'done', 'failed', 'refused')),
    code text,
    address text,
    origin text,
    request_id text not null
  )`,
  sql`create index audit_entries_time on audit_entries (organization_id, at)`,
  sql`create index audit_entries_key on audit_entries (key_id, at)`,
]
