import { Kysely } from 'kysely'
import { checkInserts } from './checked-writes.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { type PoolState, postgresDialect } from './postgres.ts'
import { sqliteDialect } from './sqlite.ts'
import type { Tables } from './tables.ts'

/** Which store, and what to report about it. */
export interface OpenDatabaseOptions {
  /** Address of PostgreSQL. @default SQLite in the data folder */
  readonly databaseUrl?: string | undefined
  readonly dataFolder: string
  /** How many connections to PostgreSQL are opened at most. @default 10 */
  readonly mostConnections?: number
  /** Called when PostgreSQL cuts an idle connection. The next query opens another. */
  readonly onLostConnection?: (error: Error) => void
  /** Called with the names of the migrations that the store had not seen, if there were any. */
  readonly onMigrated?: (names: readonly string[]) => void
  /** Called once with a function that reads the state of PostgreSQL’s connections. */
  readonly onPool?: (read: () => PoolState) => void
}

/** Opens the store as it is: its schema may be old, or empty. */
export const connectDatabase = (options: OpenDatabaseOptions): Database => {
  const { databaseUrl, dataFolder, onLostConnection = () => {}, ...more } = options
  const dialect = databaseUrl ? postgresDialect(databaseUrl, { onLostConnection, ...more }) : sqliteDialect(dataFolder)
  return new Kysely<Tables>({ dialect, plugins: [checkInserts()] })
}

/** Opens the store and updates its schema. Safe when several processes do so at once. */
export const openDatabase = async (options: OpenDatabaseOptions): Promise<Database> => {
  const database = connectDatabase(options)
  try {
    const names = await migrate(database)
    if (names.length > 0) options.onMigrated?.(names)
    return database
  } catch (error) {
    await database.destroy()
    throw error
  }
}
