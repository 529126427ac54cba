import { sql } from 'kysely'
import { engineOf } from '../database.ts'
import type { Migration } from '../migrate.ts'

const statements = [
  // The packed index has another form from here on: the next sync reads every page again.
  sql`delete from pages`,
  sql`delete from postings`,
  sql`delete from buckets`,
  sql`alter table pages add column links_json text not null default '[]'`,
  sql`create table link_texts (
    site_id text not null references sites (id) on delete cascade,
    term text not null,
    bucket integer not null,
    entries bytea not null,
    primary key (site_id, term, bucket)
  )`,
  sql`create table link_buckets (
    site_id text not null references sites (id) on delete cascade,
    bucket integer not null,
    digest text not null,
    primary key (site_id, bucket)
  )`,
]

/** The texts of links between pages, by which the linked page is found. */
export const linkTexts: Migration = {
  name: '0008-link-texts',
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
    // In the order of code points, as in SQLite, so that "begins with" is a range of the index.
    if (engineOf(transaction) === 'postgres') {
      await sql`alter table postings alter column term type text collate "C"`.execute(transaction)
    }
  },
}
