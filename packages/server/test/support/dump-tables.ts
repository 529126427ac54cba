import { sql } from 'kysely'
import { type Database, engineOf } from '../../src/database/database.ts'

const tablesOf = async (database: Database): Promise<string[]> => {
  const tables = await database.introspection.getTables()
  if (engineOf(database) === 'sqlite') return tables.map(({ name }) => name)
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(database)
  return tables.filter(({ schema }) => schema === rows[0]?.schema).map(({ name }) => name)
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
