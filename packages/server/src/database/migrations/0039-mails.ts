import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Mails that wait to be sent, and the sites whose owners know that their model fails. */
export const mails: Migration = {
  name: '0039-mails',
  up: async (transaction) => {
    await sql`create table mails (
      id text primary key,
      site_id text not null references sites (id) on delete cascade,
      recipient text not null,
      subject text not null,
      body text not null,
      attempts integer not null,
      next_at bigint,
      error text,
      created_at text not null,
      finished_at text
    )`.execute(transaction)
    await sql`create index mails_site on mails (site_id, created_at)`.execute(transaction)
    await sql`create index mails_due on mails (next_at)`.execute(transaction)
    await sql`create table model_alerts (
      site_id text primary key references sites (id) on delete cascade,
      at text not null
    )`.execute(transaction)
  },
}
