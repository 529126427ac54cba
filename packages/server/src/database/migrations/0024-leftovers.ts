import { sql } from 'kysely'
import { engineOf } from '../database.ts'
import type { Migration } from './migration.ts'

/** A table and a function that only versions before the first release used. */
export const leftovers: Migration = {
  name: '0024-leftovers',
  up: async (transaction) => {
    await sql`drop table if exists section_link_terms`.execute(transaction)
    if (engineOf(transaction) === 'postgres') await sql`drop function if exists take_from_limits`.execute(transaction)
  },
}
