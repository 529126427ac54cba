import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** What a list of conversations is narrowed by stands in the index that it is read by: rows that don’t fit aren’t fetched. */
export const turnFilters: Migration = {
  name: '0033-turn-filters',
  up: async (transaction) => {
    await sql`drop index turns_of_site`.execute(transaction)
    await sql`create index turns_of_site
      on turns (site_id, started_at, id, status, strength, page, language, model)`.execute(transaction)
  },
}
