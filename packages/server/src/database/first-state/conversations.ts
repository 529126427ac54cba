import { sql } from 'kysely'

/** Threads, their turns, what readers said about the answers, and searches that found nothing. */
export const conversations = [
  sql`create table threads (
    id text primary key,
    site_id text not null references sites (id) on delete cascade,
    fp text not null,
    created_at text not null
  )`,
  sql`create index threads_by_site on threads (site_id, created_at)`,
  sql`create index threads_by_reader on threads (site_id, fp)`,
  sql`create table turns (
    id text primary key,
    thread_id text not null references threads (id) on delete cascade,
    question text not null,
    context_json text not null,
    current_path text,
    answer text not null,
    sources_json text not null,
    status text not null,
    model text not null,
    started_at text not null,
    finished_at text not null
  )`,
  sql`create index turns_by_thread on turns (thread_id, started_at)`,
  sql`create index turns_by_time on turns (started_at, id)`,
  sql`create table feedback (
    turn_id text primary key references turns (id) on delete cascade,
    helpful integer not null,
    reason text,
    comment text,
    created_at text not null
  )`,
  sql`create table empty_searches (
    site_id text not null references sites (id) on delete cascade,
    query text not null,
    day text not null,
    count integer not null,
    last_at text not null,
    primary key (site_id, query, day)
  )`,
]
