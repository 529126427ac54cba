import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import type { Database } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/open.ts'
import type { Reading } from '../../src/reading/reading.ts'
import { openSearchIndex, type SearchIndex } from '../../src/search/search-index.ts'
import { reading } from './reading.ts'

export interface TestDatabase {
  database: Database
  /** Searched by words alone. */
  searchIndex: SearchIndex
  reading: Reading
  /** What `openDatabase` was given; a second process opens the same store with it. */
  options: { databaseUrl?: string; dataFolder: string }
  /** Closes the store and removes every trace of it. */
  close: () => Promise<void>
}

type Engine = 'sqlite' | 'postgres'

/** The engines to run a suite on: `describe.each(testEngines)('… on %s', (engine) => …)`. */
export const testEngines: readonly Engine[] = process.env.TEST_DATABASE_URL ? ['sqlite', 'postgres'] : ['sqlite']

interface Schema {
  readonly url: string
  /** What its tables are, to tell whether a test has changed them. */
  readonly tables?: string | undefined
}

/** @returns what the last of the statements found */
const execute = async (connectionString: string, statements: string): Promise<unknown> => {
  const pool = new Pool({ connectionString, max: 1 })
  const results = await pool.query(statements).finally(() => pool.end())
  return [results].flat().at(-1)?.rows
}

const createSchema = async (): Promise<Schema> => {
  const connectionString = process.env.TEST_DATABASE_URL
  if (!connectionString) throw new Error('TEST_DATABASE_URL is not set')
  const schema = `${process.env.TEST_SCHEMAS}_${randomBytes(8).toString('hex')}`
  await execute(connectionString, `create schema ${schema}`)
  const url = new URL(connectionString)
  // No test crashes PostgreSQL itself; without the wait for the disk its commits are as visible.
  url.searchParams.set('options', `-c search_path=${schema} -c synchronous_commit=off`)
  return { url: url.href.replaceAll('+', '%20') }
}

const dropSchema = ({ url }: Schema) =>
  execute(url, "do $$ begin execute format('drop schema %I cascade', current_schema); end $$")

/** Room for a store that nobody has opened yet. */
export const createEmptyStore = async (engine: Engine): Promise<Pick<TestDatabase, 'options' | 'close'>> => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  const schema = engine === 'postgres' ? await createSchema() : undefined
  return {
    options: schema ? { databaseUrl: schema.url, dataFolder } : { dataFolder },
    close: async () => {
      if (schema) await dropSchema(schema)
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

/** Schemas with the current tables and nothing in them, for the next tests of this process: making one takes much longer. */
const emptySchemas: Schema[] = []

const readTables = `
  select relname, attname, atttypid from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema::regnamespace and attnum > 0 and not attisdropped
  union all select 'migrations', name, null from migrations
  order by 1, 2`

/** What tests have stored is deleted, and the installation is another one. */
const emptyTables = `
  do $$ declare name text; begin
    for name in select tablename from pg_tables
      where schemaname = current_schema and tablename not in ('migrations', 'installation')
    loop execute format('delete from %I', name); end loop;
    update installation set id = gen_random_uuid();
  end $$`

/** Keeps a schema for the next test, unless one has changed its tables. */
const leaveSchema = async (schema: Schema): Promise<void> => {
  const tables = JSON.stringify(await execute(schema.url, `${emptyTables}; ${readTables}`))
  if (tables === schema.tables) emptySchemas.push(schema)
  else await dropSchema(schema)
}

/** An empty store with the current schema: SQLite in a folder of its own, or a PostgreSQL schema of its own. */
export const createTestDatabase = async (engine: Engine = 'sqlite'): Promise<TestDatabase> => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  const schema = engine === 'postgres' ? (emptySchemas.pop() ?? (await createSchema())) : undefined
  const options = schema ? { databaseUrl: schema.url, dataFolder } : { dataFolder }
  const database = await openDatabase(options)
  const tables = schema && (schema.tables ?? JSON.stringify(await execute(schema.url, readTables)))
  return {
    database,
    searchIndex: openSearchIndex({ database }),
    reading,
    options,
    close: async () => {
      await database.destroy()
      if (schema) await leaveSchema({ ...schema, tables })
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
