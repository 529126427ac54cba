import { Kysely } from 'kysely'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { postgresDialect } from './postgres.ts'
import { sqliteDialect } from './sqlite.ts'
import type { Tables } from './tables.ts'

interface OpenDatabaseOptions {
  /** Where PostgreSQL is; SQLite in the data folder when left out. */
  databaseUrl?: string | undefined
  dataFolder: string
  /** Told when PostgreSQL cuts an idle connection. The next query opens another. */
  onLostConnection?: (error: Error) => void
}

/** Opens the store and brings its schema up to date. Safe when several processes do so at once. */
export const openDatabase = async (options: OpenDatabaseOptions): Promise<Database> => {
  const { databaseUrl, dataFolder, onLostConnection = () => {} } = options
  const dialect = databaseUrl ? postgresDialect(databaseUrl, onLostConnection) : sqliteDialect(dataFolder)
  const database = new Kysely<Tables>({ dialect })
  try {
    await migrate(database)
    return database
  } catch (error) {
    await database.destroy()
    throw error
  }
}
