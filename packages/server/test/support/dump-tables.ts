import { sql } from 'kysely'
import { type Database, engineOf } from '../../src/database/database.ts'

const tablesOf = async (database: Database): Promise<string[]> => {
  if (engineOf(database) === 'sqlite') return (await database.introspection.getTables()).map(({ name }) => name)
  // Introspection reads all schemas, and fails when another test drops one of them meanwhile.
  const own = sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`
  const { rows } = await own.execute(database)
  return rows.map(({ name }) => name)
}

/** Every row of every table, as text, in an order of its own: two dumps are equal when nothing has changed. */
export const dumpTables = async (database: Database): Promise<Record<string, string[]>> => {
  const dump: Record<string, string[]> = {}
  for (const name of await tablesOf(database)) {
    const { rows } = await sql`select * from ${sql.ref(name)}`.execute(database)
    dump[name] = rows.map((row) => JSON.stringify(row)).sort()
  }
  return dump
}
