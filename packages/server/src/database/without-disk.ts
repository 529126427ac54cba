import { sql } from 'kysely'
import { type Database, engineOf } from './database.ts'

/**
 * Runs what may be lost in a power failure, such as the counts of limits: SQLite's commits don't wait for the disk then. They
 * stay whole and in order, and survive the end of the process. PostgreSQL decides for itself.
 *
 * @param run uses only the connection that it gets, as in a transaction
 */
export const withoutDisk = <Result>(
  database: Database,
  run: (connection: Database) => Promise<Result>,
): Promise<Result> => {
  if (engineOf(database) === 'postgres') return run(database)
  return database.connection().execute(async (connection) => {
    await sql`pragma synchronous = normal`.execute(connection)
    try {
      return await run(connection)
    } finally {
      await sql`pragma synchronous = full`.execute(connection)
    }
  })
}
