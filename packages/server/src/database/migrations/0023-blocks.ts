import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** What sections are made of. The next sync reads every page again. */
export const blocks: Migration = {
  name: '0023-blocks',
  up: async (transaction) => {
    await sql`alter table sections add column blocks_json text`.execute(transaction)
  },
}
