import { type Kysely, PostgresAdapter } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * The store: SQLite or PostgreSQL behind the same queries, or a transaction on it. Inside a transaction, use only the
 * transaction: SQLite has one connection, and a query on the database itself would wait for ever.
 */
export type Database = Kysely<Tables>

/** The engine, for the few statements that differ. */
export const engineOf = (database: { getExecutor: Database['getExecutor'] }): 'sqlite' | 'postgres' =>
  database.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
