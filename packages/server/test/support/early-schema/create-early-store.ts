import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { connectDatabase } from '../../../src/database/open.ts'
import { createEmptyStore, type testEngines } from '../database.ts'

/**
 * A database as commit 713a74e leaves it, after the last of the 22 migrations that the first state replaces. The files
 * beside this one hold the statements that commit's migrations ran on PostgreSQL, and what they made on SQLite.
 */
export const createEarlyStore = async (engine: (typeof testEngines)[number]) => {
  const store = await createEmptyStore(engine)
  const database = connectDatabase(store.options)
  const text = await readFile(new URL(`./${engine}.sql`, import.meta.url), 'utf8')
  for (const statement of text.trim().split('\n\n--\n\n')) await sql.raw(statement).execute(database)
  return { ...store, database }
}
