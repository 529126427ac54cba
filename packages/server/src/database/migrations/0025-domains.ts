import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Domains that an organization has proven to be its own, and since when the pages of a site are open. */
export const domains: Migration = {
  name: '0025-domains',
  up: async (transaction) => {
    await sql`create table proven_domains (
      domain text primary key,
      site_id text not null unique references sites (id) on delete cascade,
      proven_by text not null check (proven_by in ('file', 'record')),
      proven_at text not null,
      checked_at text not null
    )`.execute(transaction)
    await sql`alter table site_policies add column opened_at text`.execute(transaction)
    await sql`update site_policies set opened_at = (select created_at from sites where sites.id = site_policies.site_id)
      where open_pages = 1`.execute(transaction)
  },
}
