import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** How large the file of each page is; 0 until it changes. */
export const pageBytes: Migration = {
  name: '0027-page-bytes',
  up: async (transaction) => {
    await sql`alter table pages add column bytes integer not null default 0`.execute(transaction)
  },
}
