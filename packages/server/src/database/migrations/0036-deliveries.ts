import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** When a webhook was delivered, or given up. */
export const deliveries: Migration = {
  name: '0036-deliveries',
  up: async (transaction) => {
    await sql`alter table webhook_deliveries add column finished_at text`.execute(transaction)
  },
}
