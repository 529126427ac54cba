import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

const statements = [
  sql`alter table keys add column addresses_json text not null default '[]'`,
  sql`alter table keys add column origins_json text not null default '[]'`,
  sql`alter table keys add column scope text check (scope in ('read', 'write'))`,
  sql`update keys set scope = 'write' where kind = 'administrator'`,
  // What the column holds is sealed by the first start of this version, which has the key to seal it with.
  sql`alter table sync_webhooks rename column secret to secret_sealed`,
  sql`create table site_identities (
    site_id text primary key references sites (id) on delete cascade,
    secret_sealed text not null,
    created_at text not null
  )`,
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

/** What keys are limited to, who did what with them, secrets of sites. */
export const administration: Migration = {
  name: '0011-administration',
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
}
