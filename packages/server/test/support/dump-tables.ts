import { sql } from 'kysely'
import { type Database, engineOf } from '../../src/database/database.ts'

const tablesOf = async (database: Database): Promise<string[]> => {
  if (engineOf(database) === 'sqlite') {
    // Row ids of the tables behind a full-text index are beyond 2^53; its own table shows what it holds.
    const own = sql<{ name: string }>`select name from pragma_table_list where schema = 'main' and type <> 'shadow'`
    const { rows } = await own.execute(database)
    return rows.map(({ name }) => name).filter((name) => !name.startsWith('sqlite_'))
  }
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
