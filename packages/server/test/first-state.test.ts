import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Database, engineOf } from '../src/database/database.ts'
import { openDatabase } from '../src/database/open.ts'
import { createTestDatabase, testEngines } from './support/database.ts'
import { createEarlyStore } from './support/early-schema/create-early-store.ts'

const rowsOf = async (database: Database, query: string): Promise<Record<string, unknown>[]> =>
  (await sql.raw<Record<string, unknown>>(query).execute(database)).rows

const tablesOf = async (database: Database): Promise<string[]> =>
  (await database.introspection.getTables()).map(({ name }) => name).sort()

/** One statement as one line, in small letters. */
const lineOf = (statement: unknown): string => String(statement).toLowerCase().replaceAll(/\s+/g, ' ')

/** Columns, keys, checks and indexes, whatever the order in which they were added. */
const describeSqlite = async (database: Database) => {
  const schema: Record<string, unknown> = {}
  for (const table of await tablesOf(database)) {
    const columns = await rowsOf(
      database,
      `select name, type, "notnull", dflt_value, pk from pragma_table_info('${table}')`,
    )
    const references = await rowsOf(
      database,
      `select "table", "from", "to", on_delete from pragma_foreign_key_list('${table}')`,
    )
    const indexes = await rowsOf(
      database,
      `select list."unique", list.partial, group_concat(info.name) as columns
        from pragma_index_list('${table}') list, pragma_index_info(list.name) info group by list.name`,
    )
    const [made] = await rowsOf(database, `select sql from sqlite_master where type = 'table' and name = '${table}'`)
    const checks = lineOf(made?.sql).match(/check \((?:[^()]|\([^()]*\))*\)/g) ?? []
    schema[table] = [columns, references, indexes, checks].map((part) =>
      part.map((entry) => JSON.stringify(entry)).sort(),
    )
  }
  const named = await rowsOf(database, "select sql from sqlite_master where type = 'index' and sql is not null")
  return { ...schema, indexes: named.map(({ sql }) => lineOf(sql).replaceAll('"', '')).sort() }
}

const describePostgres = async (database: Database) => {
  const queries = [
    `select table_name, column_name, data_type, is_nullable, column_default, collation_name from information_schema.columns
      where table_schema = current_schema order by 1, 2`,
    `select conrelid::regclass::text as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where connamespace = current_schema::regnamespace order by 1, 2`,
    `select replace(indexdef, current_schema || '.', '') as definition from pg_indexes
      where schemaname = current_schema order by 1`,
    `select replace(pg_get_functiondef(oid), current_schema || '.', '') as definition from pg_proc
      where pronamespace = current_schema::regnamespace order by 1`,
  ]
  return Promise.all(queries.map((query) => rowsOf(database, query)))
}

const describeSchema = (database: Database): Promise<unknown> =>
  engineOf(database) === 'postgres' ? describePostgres(database) : describeSqlite(database)

const readMigrations = async (database: Database): Promise<unknown[]> =>
  (await rowsOf(database, 'select name from migrations order by name')).map(({ name }) => name)

describe.each(testEngines)('a database from before the first release on %s', (engine) => {
  const createStore = async () => {
    const store = await createEarlyStore(engine)
    onTestFinished(() => store.close())
    return store
  }

  test('goes on as it is, with the schema of a new one', async () => {
    const early = await createStore()
    await sql`insert into organizations values ('acme', 'Acme', '2026-01-01T00:00:00.000Z', 1)`.execute(early.database)
    await early.database.destroy()
    const database = await openDatabase(early.options)
    onTestFinished(() => database.destroy())
    const fresh = await createTestDatabase(engine)
    onTestFinished(() => fresh.close())
    expect(await tablesOf(database)).toContain('organizations')
    expect(await describeSchema(database)).toEqual(await describeSchema(fresh.database))
    expect(await readMigrations(database)).toEqual(await readMigrations(fresh.database))
    expect(await database.selectFrom('organizations').select('id').execute()).toEqual([{ id: 'acme' }])
    expect(await database.selectFrom('installation').select('id').execute()).toHaveLength(1)
  })

  test('is refused when it stopped before the last step, and says which commit takes it there', async () => {
    const early = await createStore()
    await sql`delete from migrations where name > '0019-belongings'`.execute(early.database)
    const before = await describeSchema(early.database)
    await expect(openDatabase(early.options)).rejects.toThrow(
      'The database is at 0019-belongings, a step from before the first release. Start commit 713a74e once, which takes it to 0022-wrong-clocks, then start this version.',
    )
    expect(await describeSchema(early.database)).toEqual(before)
    await early.database.destroy()
  })
})
