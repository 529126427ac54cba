import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

const statements = [
  sql`alter table pages add column said_version text`,
  sql`alter table pages add column said_language text`,
  sql`update pages set said_version = version, said_language = language`,
  sql`alter table visits add column language text`,
]

/** What a page says of its version and language is told from what only its address does, which other pages decide. */
export const toldEditions: Migration = {
  name: '0020-told-editions',
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
}
