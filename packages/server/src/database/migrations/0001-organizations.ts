import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

const statements = [
  sql`create table organizations (
    id text primary key,
    name text not null,
    created_at text not null
  )`,
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
  sql`create table sources (
    id text primary key,
    site_id text not null references sites (id) on delete cascade,
    kind text not null,
    settings_json text not null
  )`,
  sql`create index sources_site on sources (site_id)`,
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
    check ((kind = 'assistant') = (site_id is not null))
  )`,
  sql`create index keys_organization on keys (organization_id)`,
  sql`create table syncs (
    id text primary key,
    site_id text not null references sites (id) on delete cascade,
    status text not null check (status in ('running', 'completed', 'failed')),
    report_json text not null,
    runner text not null,
    heartbeat_at text not null,
    started_at text not null,
    finished_at text
  )`,
  // One at a time: a second insert fails, whichever process tries it.
  sql`create unique index syncs_running on syncs (site_id) where status = 'running'`,
  sql`create table limit_counts (
    name text not null,
    subject text not null,
    slice bigint not null,
    count integer not null,
    primary key (name, subject, slice)
  )`,
]

/** Organizations with their sites, sources, keys and syncs, and what the limits have counted. */
export const organizations: Migration = {
  name: '0001-organizations',
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
}
