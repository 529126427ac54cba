import { sql } from 'kysely'

/** Pages with their sections, and the search index over them. */
export const pages = [
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
    said_version text,
    said_language text,
    tags_json text not null,
    trail_json text not null default '[]',
    position integer,
    source_id text,
    links_json text not null default '[]',
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
  // The words of links, by which the page or section that they lead to is found.
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
  // Kept by the hash of a text, so that each text is sent to the model once.
  sql`create table embeddings (
    site_id text not null references sites (id) on delete cascade,
    model text not null,
    hash text not null,
    vector bytea not null,
    primary key (site_id, model, hash)
  )`,
  sql`create table section_embeddings (
    site_id text not null,
    page integer not null,
    ordinal integer not null,
    hash text not null,
    primary key (site_id, page, ordinal),
    foreign key (site_id, page, ordinal) references sections (site_id, page, ordinal) on delete cascade
  )`,
]

/** On PostgreSQL terms are in the order of code points, as on SQLite, so that “begins with” is a range of the index. */
export const postingsOrder = sql`alter table postings alter column term type text collate "C"`
