import { sql } from 'kysely'

/** Where pages come from, and how they are read again. */
export const sources = [
  sql`create table sources (
    id text primary key,
    site_id text not null references sites (id) on delete cascade,
    kind text not null,
    settings_json text not null
  )`,
  sql`create index sources_site on sources (site_id)`,
  // What a website answered last, so that an unchanged page is not sent again.
  sql`create table visits (
    source_id text not null references sources (id) on delete cascade,
    url text not null,
    etag text,
    modified text,
    language text,
    file text not null,
    hash text not null,
    links_json text not null,
    primary key (source_id, url)
  )`,
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
  sql`create index syncs_site on syncs (site_id, started_at)`,
  // One at a time: a second insert fails, whichever process tries it.
  sql`create unique index syncs_running on syncs (site_id) where status = 'running'`,
  sql`create table schedules (
    site_id text primary key references sites (id) on delete cascade,
    cron text not null,
    since text not null
  )`,
  sql`create table sync_webhooks (
    id text primary key,
    site_id text not null unique references sites (id) on delete cascade,
    secret_sealed text not null,
    created_at text not null
  )`,
]
