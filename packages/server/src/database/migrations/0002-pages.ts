import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

const statements = [
  sql`create table pages (
    site_id text not null references sites (id) on delete cascade,
    number integer not null,
    path text not null,
    lookup text not null,
    slug text,
    alias text,
    file text not null,
    hash text not null,
    title text not null,
    description text,
    version text,
    language text,
    tags_json text not null,
    problems_json text not null,
    terms text not null,
    primary key (site_id, number),
    unique (site_id, path)
  )`,
  sql`create index pages_lookup on pages (site_id, lookup)`,
  sql`create index pages_alias on pages (site_id, alias)`,
  sql`create table sections (
    site_id text not null,
    page integer not null,
    ordinal integer not null,
    heading text,
    anchor text,
    breadcrumbs_json text not null,
    content text not null,
    primary key (site_id, page, ordinal),
    foreign key (site_id, page) references pages (site_id, number) on delete cascade
  )`,
  sql`create table postings (
    site_id text not null references sites (id) on delete cascade,
    term text not null,
    bucket integer not null,
    sections integer not null,
    entries bytea not null,
    primary key (site_id, term, bucket)
  )`,
  sql`create table buckets (
    site_id text not null references sites (id) on delete cascade,
    bucket integer not null,
    revision integer not null,
    lengths bytea not null,
    primary key (site_id, bucket)
  )`,
]

/** Pages with their sections, and the search index over them. */
export const pages: Migration = {
  name: '0002-pages',
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
}
