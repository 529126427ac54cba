import { type RawBuilder, sql } from 'kysely'
import { type Database, engineOf } from './database.ts'

/** Milliseconds since 1970 by the database’s clock, which all workers share. */
export const databaseNow = (database: Pick<Database, 'getExecutor'>): RawBuilder<number> =>
  engineOf(database) === 'postgres'
    ? sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
