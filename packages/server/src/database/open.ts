import { Kysely } from 'kysely'
import { checkInserts } from './checked-writes.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { type PoolState, postgresDialect } from './postgres.ts'
import { sqliteDialect } from './sqlite.ts'
import type { Tables } from './tables.ts'

export interface OpenDatabaseOptions {
  /** Where PostgreSQL is; SQLite in the data folder when left out. */
  databaseUrl?: string | undefined
  dataFolder: string
  /** Told when PostgreSQL cuts an idle connection. The next query opens another. */
  onLostConnection?: (error: Error) => void
  /** Given what reads the state of PostgreSQL’s connections, for who watches them. */
  onPool?: (read: () => PoolState) => void
}

/** Opens the store as it is: its schema may be an older one, or none. */
export const connectDatabase = (options: OpenDatabaseOptions): Database => {
  const { databaseUrl, dataFolder, onLostConnection = () => {}, onPool } = options
  const dialect = databaseUrl ? postgresDialect(databaseUrl, { onLostConnection, onPool }) : sqliteDialect(dataFolder)
  return new Kysely<Tables>({ dialect, plugins: [checkInserts()] })
}

/** Opens the store and brings its schema up to date. Safe when several processes do so at once. */
export const openDatabase = async (options: OpenDatabaseOptions): Promise<Database> => {
  const database = connectDatabase(options)
  try {
    await migrate(database)
    return database
  } catch (error) {
    await database.destroy()
    throw error
  }
}
