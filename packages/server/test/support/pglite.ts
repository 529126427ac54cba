import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { checkInserts } from '../../src/database/checked-writes.ts'
import type { Database } from '../../src/database/database.ts'
import { migrate } from '../../src/database/migrate.ts'
import type { Tables } from '../../src/database/tables.ts'

/** One connection, for one at a time, as a pool of one gives it. */
const poolOf = (pglite: PGlite): PostgresPool => {
  let last = Promise.resolve()
  return {
    options: {},
    connect: async () => {
      const before = last
      const { promise, resolve: release } = Promise.withResolvers<void>()
      last = promise
      await before
      const query = async (statement: string, parameters: readonly unknown[] = []) => {
        const { rows, affectedRows } = await pglite.query(statement, [...parameters])
        return { command: statement.trim().split(/\s/)[0]?.toUpperCase(), rowCount: affectedRows ?? rows.length, rows }
      }
      // Kysely asks for no more than this of a connection.
      return { query, release } as unknown as PostgresPoolClient
    },
    end: () => pglite.close(),
  }
}

/** PostgreSQL with pgvector in this process, with the current schema; what stands in the way of installing it elsewhere. */
export const createPgvectorDatabase = async (): Promise<Database> => {
  const pglite = await PGlite.create({ extensions: { vector } })
  const dialect = new PostgresDialect({ pool: poolOf(pglite) })
  const database = new Kysely<Tables>({ dialect, plugins: [checkInserts()] })
  await migrate(database)
  return database
}
