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

/** An empty store with the current schema: SQLite in a folder of its own, or a PostgreSQL schema of its own. */
export const createTestDatabase = async (engine: Engine = 'sqlite'): Promise<TestDatabase> => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  const schema = engine === 'postgres' ? await createSchema() : undefined
  const options = schema ? { databaseUrl: schema.url, dataFolder } : { dataFolder }
  const database = await openDatabase(options)
  return {
    database,
    options,
    close: async () => {
      await database.destroy()
      await schema?.drop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
