import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startDueSyncs } from '../src/administration/syncs/schedules.ts'
import { sqliteFile } from '../src/data-folder.ts'
import type { Database } from '../src/database/database.ts'
import { openDatabase } from '../src/database/open.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'

const organization = (id: string) => ({ id, name: id, created_at: '2026-01-01T00:00:00.000Z' })

describe.each(testEngines)('the store on %s', (engine) => {
  let store: TestDatabase
  beforeEach(async () => {
    store = await createTestDatabase(engine)
  })
  afterEach(() => store.close())

  test('a transaction that fails leaves nothing behind', async () => {
    const failing = store.database.transaction().execute(async (transaction) => {
      await transaction.insertInto('organizations').values(organization('o')).execute()
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    expect(await store.database.selectFrom('organizations').selectAll().execute()).toEqual([])
  })

  test('what one opening wrote, the next one finds', async () => {
    await store.database.insertInto('organizations').values(organization('o')).execute()
    const again = await openDatabase(store.options)
    expect(await again.selectFrom('organizations').select('id').execute()).toEqual([{ id: 'o' }])
    await again.destroy()
  })

  test('bytes and 64-bit numbers come back as they went in', async () => {
    const { database } = store
    await sql`create table samples (bytes bytea, number bigint)`.execute(database)
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
    await sql`insert into samples values (${bytes}, ${Number.MAX_SAFE_INTEGER})`.execute(database)
    const { rows } = await sql<{ bytes: Uint8Array; number: number }>`select * from samples`.execute(database)
    expect(rows[0]?.number).toBe(Number.MAX_SAFE_INTEGER)
    expect(Uint8Array.from(rows[0]?.bytes ?? [])).toEqual(bytes)
  })

  test('a store that a newer version has written is refused with its migrations named', async () => {
    await sql`insert into migrations values ('9999-future', '')`.execute(store.database)
    await expect(openDatabase(store.options)).rejects.toThrow(/newer version of Sidenote: it has 9999-future/)
  })
})

test.each(['a chain of statements', 'a transaction'])('%s leaves turns to everything else', async (kind) => {
  const store = await createTestDatabase()
  let turns = 0
  let next: NodeJS.Immediate | undefined
  const count = () => {
    turns += 1
    next = setImmediate(count)
  }
  const chain = async (database: Database) => {
    const end = performance.now() + 300
    for (let at = 0; performance.now() < end; at++) {
      await database
        .insertInto('organizations')
        .values(organization(`o${at}`))
        .execute()
    }
  }
  next = setImmediate(count)
  await (kind === 'a transaction' ? store.database.transaction().execute(chain) : chain(store.database))
  clearImmediate(next)
  expect(turns).toBeGreaterThan(5)
  await store.close()
})

describe('with many rows', () => {
  let store: TestDatabase
  let raw: DatabaseSync
  beforeEach(async () => {
    store = await createTestDatabase()
    raw = new DatabaseSync(sqliteFile(store.options.dataFolder))
  })
  afterEach(async () => {
    raw.close()
    await store.close()
  })
  /** The tables that a statement reads from one end to the other. */
  const readWhole = (statement: string): string[] =>
    raw
      .prepare(`explain query plan ${statement}`)
      .all()
      .flatMap(({ detail }) => /^(?:SCAN|SEARCH) (\w+)(?! USING)\b/.exec(String(detail))?.[1] ?? [])

  test('what belongs to a row that is deleted is found by an index', () => {
    const references = raw
      .prepare(
        `select schema.name, reference."table" as target, group_concat(reference."from") as columns
         from sqlite_master schema, pragma_foreign_key_list(schema.name) reference
         where schema.type = 'table' group by schema.name, reference.id`,
      )
      .all()
    expect(references.length).toBeGreaterThan(30)
    const slow = references.filter(({ name, columns }) => {
      const named = String(columns).split(',')
      return (
        readWhole(`select 1 from ${name} where ${named.map((column) => `"${column}" = ?`).join(' and ')}`).length > 0
      )
    })
    expect(slow.map(({ name, columns, target }) => `${name} (${columns}) of ${target}`)).toEqual([])
  })

  test('whoever looks for syncs that are due does not read all there ever were', async () => {
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
    await startDueSyncs(store.database, { start: () => Promise.reject(new Error('Nothing is due.')) })
    const statements = prepare.mock.calls
      .map(([statement]) => statement)
      .filter((statement) => /^select/.test(statement))
    prepare.mockRestore()
    expect(statements.flatMap(readWhole)).toEqual(['schedules'])
  })
})

test('a store that another process has to itself is opened once it lets go, and all else goes on meanwhile', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  const other = new DatabaseSync(join(dataFolder, 'sidenote.db'))
  other.exec('begin exclusive')
  const opening = openDatabase({ dataFolder })
  await wait(100)
  other.exec('rollback')
  other.close()
  const database = await opening
  const { rows } = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(database)
  expect(rows).toEqual([{ journal_mode: 'wal' }])
  await database.destroy()
  await rm(dataFolder, { recursive: true })
})

test('four processes that start on an empty folder at once all get the whole schema', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  const program = `
    import { openDatabase } from ${JSON.stringify(new URL('../src/database/open.ts', import.meta.url).href)}
    const database = await openDatabase({ dataFolder: ${JSON.stringify(dataFolder)} })
    const now = new Date().toISOString()
    for (let index = 0; index < 50; index += 1) {
      await database.transaction().execute(async (transaction) => {
        await transaction.selectFrom('organizations').selectAll().execute()
        await transaction.insertInto('organizations').values({ id: process.pid + '-' + index, name: '', created_at: now }).execute()
      })
    }
    await database.destroy()`
  const run = () =>
    promisify(execFile)(process.execPath, ['--conditions=sidenote-source', '--input-type=module', '-e', program])
  await Promise.all([run(), run(), run(), run()])
  const database = await openDatabase({ dataFolder })
  const { count } = await database
    .selectFrom('organizations')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(200)
  await database.destroy()
  await rm(dataFolder, { recursive: true })
})

test('a connection to PostgreSQL begins with nothing that PgBouncer refuses', async () => {
  const names: string[] = []
  const pooler = createServer((socket) => {
    socket.once('data', (packet) => {
      // Length and version, then names and values by turns (PostgreSQL, “Message Formats”, StartupMessage).
      const words = packet.subarray(8).toString().split('\0')
      names.push(...words.filter((word, at) => at % 2 === 0 && word !== ''))
      socket.destroy()
    })
    socket.on('error', () => {})
  })
  await once(pooler.listen(0, '127.0.0.1'), 'listening')
  const address = pooler.address()
  if (address === null || typeof address === 'string') throw new Error('There is no port')
  try {
    const databaseUrl = `postgres://somebody@127.0.0.1:${address.port}/any`
    await expect(openDatabase({ dataFolder: tmpdir(), databaseUrl })).rejects.toThrow()
    expect(new Set(names)).toEqual(new Set(['user', 'database', 'client_encoding']))
  } finally {
    pooler.close()
  }
})

test.runIf(process.env.TEST_DATABASE_URL)('PostgreSQL ends transactions of a process that is frozen', async () => {
  const { database, close } = await createTestDatabase('postgres')
  const read = sql<{ limit: string }>`select current_setting('idle_in_transaction_session_timeout') as limit`
  try {
    const within = await database.transaction().execute((transaction) => read.execute(transaction))
    expect(within.rows).toEqual([{ limit: '15s' }])
    expect((await read.execute(database)).rows).toEqual([{ limit: '0' }])
  } finally {
    await close()
  }
})

test('nobody else may look into the data folder', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  const database = await openDatabase({ dataFolder: join(parent, 'data') })
  expect(statSync(join(parent, 'data')).mode & 0o777).toBe(0o700)
  await database.destroy()
  await rm(parent, { recursive: true })
})
