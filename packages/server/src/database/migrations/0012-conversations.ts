import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

const statements = [
  sql`create table site_policies (
    site_id text primary key references sites (id) on delete cascade,
    store_questions integer not null,
    retention_days integer not null,
    open_pages integer not null
  )`,
  sql`create table empty_searches (
    site_id text not null references sites (id) on delete cascade,
    query text not null,
    day text not null,
    count integer not null,
    last_at text not null,
    primary key (site_id, query, day)
  )`,
  sql`create index turns_by_time on turns (started_at, id)`,
  sql`create index threads_by_reader on threads (site_id, fp)`,
]

/** What sites keep of their readers’ questions, and the searches that found nothing. */
export const conversations: Migration = {
  name: '0012-conversations',
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
}
