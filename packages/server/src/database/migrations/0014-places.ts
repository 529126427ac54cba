import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

const statements = [
  sql`alter table pages add column trail_json text not null default '[]'`,
  sql`alter table pages add column position integer`,
  sql`alter table pages add column source_id text`,
]

/** Where pages stand in their navigation, and which source each came from. The next sync reads every page again. */
export const places: Migration = {
  name: '0014-places',
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
}
