import { sql } from 'kysely'
import { type Database, engineOf } from './database.ts'
import type { Tables } from './tables.ts'

/**
 * Makes PostgreSQL analyze tables that were just filled: it plans with its statistics, and updates them by itself only about
 * once a minute. SQLite plans these queries without.
 */
export const refreshStatistics = async (database: Database, tables: readonly (keyof Tables)[]): Promise<void> => {
  if (engineOf(database) === 'postgres')
    await sql`analyze ${sql.join(tables.map((table) => sql.table(table)))}`.execute(database)
}
