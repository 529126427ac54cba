import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * What sections are made of, and how many words they have. The next sync reads every page again. Blocks are the last column: SQLite
 * reads a long row as far as the columns that are asked for, and a search asks for all others.
 */
export const blocks: Migration = {
  name: '0023-blocks',
  up: async (transaction) => {
    await sql`alter table sections add column words integer not null default 0`.execute(transaction)
    await sql`alter table sections add column blocks_json text`.execute(transaction)
  },
}
