import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * Which organizations the operator trusts with the machine and its network. Those that are there already were, and may go
 * on: no address says of itself that it is a private one. New ones say it of themselves.
 */
export const trust: Migration = {
  name: '0021-trust',
  up: async (transaction) => {
    await sql`alter table organizations add column trusted integer not null default 1`.execute(transaction)
  },
}
