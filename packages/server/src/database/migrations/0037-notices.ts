import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** What the webhook of a project is called for, and the week of the last digest of each site. */
export const notices: Migration = {
  name: '0037-notices',
  up: async (transaction) => {
    await sql`alter table projects add column webhook_events_json text not null default '["job"]'`.execute(transaction)
    await sql`create table digests (
      site_id text primary key references sites (id) on delete cascade,
      week text not null
    )`.execute(transaction)
  },
}
