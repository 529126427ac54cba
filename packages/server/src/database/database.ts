import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** The one store: SQLite or PostgreSQL behind the same queries. A transaction is one too. */
export type Database = Kysely<Tables>
