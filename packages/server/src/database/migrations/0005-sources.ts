import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

const statements = [
  sql`create table schedules (
    site_id text primary key references sites (id) on delete cascade,
    cron text not null,
    since text not null
  )`,
  sql`create table sync_webhooks (
    id text primary key,
    site_id text not null unique references sites (id) on delete cascade,
    secret text not null,
    created_at text not null
  )`,
  // What a website answered the last time, so that what has not changed is not sent again.
  sql`create table visits (
    source_id text not null references sources (id) on delete cascade,
    url text not null,
    etag text,
    modified text,
    file text not null,
    hash text not null,
    links_json text not null,
    primary key (source_id, url)
  )`,
]

/** Websites that are read again, schedules and webhooks. */
export const sources: Migration = {
  name: '0005-sources',
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
}
