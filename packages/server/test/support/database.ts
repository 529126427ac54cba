import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import type { Database } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/open.ts'

export interface TestDatabase {
  database: Database
  /** What `openDatabase` was given; a second process opens the same store with it. */
  options: { databaseUrl?: string; dataFolder: string }
  /** Closes the store and removes every trace of it. */
  close: () => Promise<void>
}

type Engine = 'sqlite' | 'postgres'

/** The engines to run a suite on: `describe.each(testEngines)('… on %s', (engine) => …)`. */
export const testEngines: readonly Engine[] = process.env.TEST_DATABASE_URL ? ['sqlite', 'postgres'] : ['sqlite']

const createSchema = async (): Promise<{ url: string; drop: () => Promise<void> }> => {
  const connectionString = process.env.TEST_DATABASE_URL
  if (!connectionString) throw new Error('TEST_DATABASE_URL is not set')
  const schema = `test_${randomBytes(8).toString('hex')}`
  const execute = async (statement: string) => {
    const pool = new Pool({ connectionString, max: 1 })
    await pool.query(statement).finally(() => pool.end())
  }
  await execute(`create schema ${schema}`)
  const url = new URL(connectionString)
  url.searchParams.set('options', `-c search_path=${schema}`)
  return { url: url.href.replaceAll('+', '%20'), drop: () => execute(`drop schema ${schema} cascade`) }
}

/** Room for a store that nobody has opened yet. */
export const createEmptyStore = async (engine: Engine): Promise<Omit<TestDatabase, 'database'>> => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  const schema = engine === 'postgres' ? await createSchema() : undefined
  return {
    options: schema ? { databaseUrl: schema.url, dataFolder } : { dataFolder },
    close: async () => {
      await schema?.drop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

/** An empty store with the current schema: SQLite in a folder of its own, or a PostgreSQL schema of its own. */
export const createTestDatabase = async (engine: Engine = 'sqlite'): Promise<TestDatabase> => {
  const store = await createEmptyStore(engine)
  const database = await openDatabase(store.options)
  return {
    database,
    options: store.options,
    close: async () => {
      await database.destroy()
      await store.close()
    },
  }
}
