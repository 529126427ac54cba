import { type Kysely, PostgresAdapter } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * The one store: SQLite or PostgreSQL behind the same queries. A transaction is one too. SQLite has one connection: inside
 * a transaction use the transaction, a query on the database itself would wait for it for ever.
 */
export type Database = Kysely<Tables>

/** Which engine answers; for the few statements that the two write differently. */
export const engineOf = (database: { getExecutor: Database['getExecutor'] }): 'sqlite' | 'postgres' =>
  database.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
