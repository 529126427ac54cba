import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectDatabase, openDatabase } from '../src/database/open.ts'
import { searchPages } from '../src/search/search.ts'
import { openSearchIndex } from '../src/search/search-index.ts'
import { createEmptyStore, testEngines } from './support/database.ts'
import { countSteps, killAt, killScenarios } from './support/killed-commands.ts'
import { startTestServer } from './support/server.ts'
import { runCli } from './support/server-process.ts'

const program = fileURLToPath(new URL('./support/migrate-process.ts', import.meta.url))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const spawnMigration = async (options: { dataFolder: string; databaseUrl?: string }) => {
  const parameters = ['--conditions=sidenote-source', program, options.dataFolder]
  const child: ChildProcess = spawn(process.execPath, [
    ...parameters,
    ...(options.databaseUrl ? [options.databaseUrl] : []),
  ])
  let output = ''
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const ended = once(child, 'exit')
  await Promise.race([once(child.stdout ?? child, 'data'), ended])
  return { child, ended, output: () => output }
}

/** The migrations that are there; none when there is no table of them. */
const readMigrations = async (options: { dataFolder: string; databaseUrl?: string }): Promise<string[]> => {
  const database = connectDatabase(options)
  const journal = database.withTables<{ migrations: { name: string } }>()
  const rows = await journal
    .selectFrom('migrations')
    .select('name')
    .orderBy('name')
    .execute()
    .catch(() => [])
  await database.destroy()
  return rows.map(({ name }) => name)
}

describe.each(testEngines)('migrations on %s', (engine) => {
  test('four processes that start at once bring an empty store to the whole schema', async () => {
    const store = await createEmptyStore(engine)
    const processes = await Promise.all(Array.from({ length: 4 }, () => spawnMigration(store.options)))
    for (const { ended, output } of processes) expect([(await ended)[0], output()]).toEqual([0, ''])
    const names = await readMigrations(store.options)
    expect(names).toContain('0022-first-state')
    expect(new Set(names).size).toBe(names.length)
    await store.close()
  })

  test('kill -9 in the middle leaves all of them or none, and the next start completes them', async () => {
    let interrupted = 0
    for (const milliseconds of [0, 2, 4, 8, 16, 32]) {
      const store = await createEmptyStore(engine)
      const { child, ended } = await spawnMigration(store.options)
      await wait(milliseconds)
      child.kill('SIGKILL')
      await ended
      const left = await readMigrations(store.options)
      const database = await openDatabase(store.options)
      if (engine === 'sqlite') {
        const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database)
        expect(rows).toEqual([{ integrity_check: 'ok' }])
      }
      await database.insertInto('organizations').values({ id: 'o', name: 'o', created_at: '' }).execute()
      await database.destroy()
      const whole = await readMigrations(store.options)
      expect([0, whole.length]).toContain(left.length)
      if (left.length === 0) interrupted += 1
      await store.close()
    }
    expect(interrupted).toBeGreaterThan(0)
  })
})

test('sidenote migrate says what it has done, and then that there is nothing to do', async () => {
  const first = await runCli(['migrate', '--data', folder])
  expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('0022-first-state') })
  expect((await runCli(['migrate', '--data', folder])).stdout).toContain('There is nothing to do')
})

describe('kill -9 of a command', () => {
  // `bench/kills.ts` kills each of them at twelve points.
  test.each(killScenarios.filter(({ name }) => ['move', 'restore'].includes(name)))(
    'that is to $name loses nothing, the next start says so, and the same command succeeds',
    async (scenario) => {
      const steps = await countSteps(scenario)
      // When most is done, and nothing has its name yet.
      const said = await killAt(scenario, steps - 4)
      expect(said).toContain('was interrupted')
      expect(said).toContain('once more: done')
    },
  )
})

/** An installation with something in every kind of table: bytes, long texts, keys, conversations. */
const fillInstallation = async (dataFolder: string) => {
  const server = await startTestServer({ dataFolder })
  const pages = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [
      `p${index}.md`,
      `# Page ${index}\n\nThe 🦓 marker of page ${index} is set by hand. [Next](p${(index + 1) % 60}.md)\n`,
    ]),
  )
  const { key, site } = await server.addSite('acme', pages)
  const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How is the marker of page 7 set?' }] }]
  await (await server.send('/discovery/v2/assistant/acme/message', { key, body: { fp: 'a', messages } })).text()
  const project = {
    name: 'Docs',
    repository: 'https://github.com/acme/docs',
    host: { kind: 'github' },
    credentials: { kind: 'token', token: 'ghp_canary' },
  }
  const created = await server.send('/admin/v1/projects', { key: server.adminKey, body: project })
  expect([created.status, await created.text()]).toMatchObject([201, expect.any(String)])
  const { id } = await server.database.selectFrom('sites').select('id').executeTakeFirstOrThrow()
  await server.stop()
  return { key, adminKey: server.adminKey, site, siteId: id }
}

const ask = (server: Awaited<ReturnType<typeof startTestServer>>, key: string) =>
  server.send('/discovery/v1/search/acme', { key, body: { query: 'marker of page 7' } })

describe.runIf(process.env.TEST_DATABASE_URL)('sidenote move', () => {
  test('copies every row, and the server goes on over PostgreSQL with the same keys and the same results', async () => {
    const dataFolder = join(folder, 'data')
    const { key, adminKey, siteId } = await fillInstallation(dataFolder)
    const target = await createEmptyStore('postgres')
    const to = target.options.databaseUrl ?? ''
    const running = await startTestServer({ dataFolder })
    const early = await runCli(['move', '--from', dataFolder, '--to', to])
    expect(early).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Stop its server first') })
    expect((await ask(running, key)).status).toBe(200)
    await running.stop()
    const moved = await runCli(['move', '--from', dataFolder, '--to', to, '--json'])
    expect([moved.code, moved.stderr]).toEqual([0, ''])
    const tables: { table: string; rows: number }[] = JSON.parse(moved.stdout).moved
    const one = await openDatabase({ dataFolder })
    const other = await openDatabase(target.options)
    for (const { table, rows } of tables) {
      for (const database of [one, other]) {
        const counted = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
          database,
        )
        expect([table, counted.rows[0]?.count]).toEqual([table, rows])
      }
    }
    const own = (await one.introspection.getTables())
      .map(({ name }) => name)
      .filter((name) => !/^(?:migrations|turn_words)/.test(name))
    expect(tables.map(({ table }) => table).sort()).toEqual(own.sort())
    const sizes = Object.fromEntries(tables.map(({ table, rows }) => [table, rows]))
    expect(sizes).toMatchObject({ organizations: 1, sites: 1, pages: 60, turns: 1, projects: 1, installation: 1 })
    const question = { query: 'marker of page 7', limit: 20 }
    const expected = await searchPages(openSearchIndex({ database: one }), { id: siteId, url: null }, question)
    expect(expected.length).toBeGreaterThan(5)
    expect(await searchPages(openSearchIndex({ database: other }), { id: siteId, url: null }, question)).toEqual(
      expected,
    )
    await Promise.all([one.destroy(), other.destroy()])

    const server = await startTestServer({ dataFolder, environment: { DATABASE_URL: to } })
    expect(server.adminKey).toBe(adminKey)
    expect((await ask(server, key)).status).toBe(200)
    expect((await server.createKey({ kind: 'assistant', site: 'acme' })).key).toMatch(/^svc_dsc_/)
    await server.stop()

    const again = await runCli(['move', '--from', dataFolder, '--to', to])
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') })
    await target.close()
  })

  test('moves nothing when one row cannot be moved, and names its table', async () => {
    const dataFolder = join(folder, 'data')
    const database = await openDatabase({ dataFolder })
    const organization = { id: 'o', name: 'a\u0000b', created_at: '' }
    await database.insertInto('organizations').values(organization).execute()
    await database.destroy()
    const target = await createEmptyStore('postgres')
    // Named like this, a password stands in no list of processes.
    const moved = await runCli(['move', '--from', dataFolder], {
      environment: { DATABASE_URL: target.options.databaseUrl },
    })
    expect(moved).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Could not copy the table "organizations"'),
    })
    const other = await openDatabase(target.options)
    expect(await other.selectFrom('organizations').selectAll().execute()).toEqual([])
    expect(await other.selectFrom('installation').selectAll().execute()).toHaveLength(1)
    await other.destroy()
    await target.close()
  })
})

describe('sidenote backup and restore', () => {
  test('under write load: what was acknowledged before the backup is there after the restore, with all keys', async () => {
    const dataFolder = join(folder, 'data')
    const { key, adminKey } = await fillInstallation(dataFolder)
    const server = await startTestServer({ dataFolder })
    let acknowledged = 0
    let stopped = false
    const write = async () => {
      for (let index = 0; !stopped; index += 1) {
        const id = `o${index}`
        await server.database.insertInto('organizations').values({ id, name: id, created_at: '' }).execute()
        acknowledged = index + 1
        if (index % 10 === 0) await wait(1)
      }
    }
    const writing = write()
    await wait(100)
    const before = acknowledged
    const file = join(folder, 'backup.sqlite')
    const made = await runCli(['backup', file, '--data', dataFolder])
    expect([made.code, made.stderr]).toEqual([0, ''])
    const after = acknowledged
    stopped = true
    await writing
    await server.stop()
    expect(after).toBeGreaterThan(before)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await chmod(file, 0o444)

    const restored = join(folder, 'restored')
    const put = await runCli(['restore', file, '--data', restored])
    expect([put.code, put.stderr]).toEqual([0, ''])
    const second = await startTestServer({ dataFolder: restored })
    const { count } = await second.database
      .selectFrom('organizations')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('id', 'like', 'o%')
      .executeTakeFirstOrThrow()
    expect(count).toBeGreaterThanOrEqual(before)
    expect(count).toBeLessThanOrEqual(after)
    expect(second.adminKey).toBe(adminKey)
    expect((await ask(second, key)).status).toBe(200)
    expect((await stat(join(restored, 'sidenote.db'))).mode & 0o777).toBe(0o600)
    for (const name of ['secrets.key', 'admin-key']) {
      expect(await readFile(join(restored, name))).toEqual(await readFile(join(dataFolder, name)))
      expect((await stat(join(restored, name))).mode & 0o777).toBe(0o600)
    }
    await second.stop()
  })

  test('nothing is written over, neither a backup nor an installation', async () => {
    await (await openDatabase({ dataFolder: folder })).destroy()
    const file = join(folder, 'backup.sqlite')
    expect((await runCli(['backup', file, '--data', folder])).code).toBe(0)
    expect(await runCli(['backup', file, '--data', folder])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('already exists'),
    })
    expect(await runCli(['restore', file, '--data', folder])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('already exists'),
    })
  })

  test('what a database that was moved away has left behind is not read into the restored one', async () => {
    await (await openDatabase({ dataFolder: folder })).destroy()
    const file = join(folder, 'backup.sqlite')
    expect((await runCli(['backup', file, '--data', folder])).code).toBe(0)
    const restored = join(folder, 'restored')
    await mkdir(restored)
    await writeFile(join(restored, 'sidenote.db-wal'), '')
    expect(await runCli(['restore', file, '--data', restored])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('sidenote.db-wal already exists'),
    })
  })

  test('a backup of a newer version is refused, and leaves an empty folder for the right one', async () => {
    await (await openDatabase({ dataFolder: folder })).destroy()
    const file = join(folder, 'backup.sqlite')
    const newer = join(folder, 'newer.sqlite')
    for (const to of [file, newer]) expect((await runCli(['backup', to, '--data', folder])).code).toBe(0)
    const database = new DatabaseSync(newer)
    database.exec(`insert into migrations values ('9999-future', '')`)
    database.close()
    const restored = join(folder, 'restored')
    expect(await runCli(['restore', newer, '--data', restored])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('a newer version of Sidenote'),
    })
    expect(await readdir(restored)).toEqual([])
    expect((await runCli(['restore', file, '--data', restored])).code).toBe(0)
  })

  test('a folder that is not there is named', async () => {
    await (await openDatabase({ dataFolder: folder })).destroy()
    const made = await runCli(['backup', join(folder, 'none', 'backup.sqlite'), '--data', folder])
    expect(made).toMatchObject({
      code: 1,
      stderr: `There is no folder ${join(folder, 'none')} for the backup.\n`,
    })
  })

  test('what is no whole backup is refused, and leaves an empty folder', async () => {
    await (await openDatabase({ dataFolder: join(folder, 'data') })).destroy()
    await writeFile(join(folder, 'text'), 'no backup at all\n'.repeat(100))
    for (const file of [join(folder, 'text'), join(folder, 'data', 'sidenote.db')]) {
      const put = await runCli(['restore', file, '--data', join(folder, 'restored')])
      expect(put).toMatchObject({ code: 1, stderr: expect.stringContaining('not a backup') })
      expect(await readdir(join(folder, 'restored'))).toEqual([])
    }
    const made = await runCli(['restore', join(folder, 'none'), '--data', join(folder, 'restored')])
    expect(made.stderr).toContain('There is no file')
  })

  test('a database that is damaged is named, by whichever command meets it', async () => {
    const file = join(folder, 'sidenote.db')
    await (await openDatabase({ dataFolder: folder })).destroy()
    const whole = await readFile(file)
    const torn = Buffer.from(whole).fill(0xff, 4_096 * 3, 4_096 * 40)
    for (const content of [Buffer.alloc(100_000, 'x'), torn]) {
      await rm(`${file}-wal`, { force: true })
      await writeFile(file, content)
      for (const command of [['backup', join(folder, 'backup.sqlite')], ['migrate'], ['serve', '--port', '0']]) {
        const { code, stderr } = await runCli([...command, '--data', folder])
        expect([command[0], code, stderr]).toEqual([command[0], 1, expect.stringContaining(`${file} is damaged`)])
        expect(stderr).toContain('sidenote restore')
      }
    }
    expect(await readdir(folder)).not.toContain('backup.sqlite')
  })

  test('PostgreSQL has its own tool, which is named', async () => {
    const environment = { DATABASE_URL: 'postgres://user:hunter2@127.0.0.1/none?password=hunter2' }
    const made = await runCli(['backup', 'x', '--data', folder], { environment })
    expect(made).toMatchObject({ code: 1, stderr: expect.stringContaining('pg_dump --format=custom') })
    const place = '"postgres://user@127.0.0.1/none"'
    expect(made.stderr).toContain(`${place} && mv x.partial x. It reads the password from ~/.pgpass`)
    const read = await runCli(['restore', 'x', '--data', folder], { environment })
    expect(read.stderr).toContain(`pg_restore --clean --if-exists --single-transaction --dbname=${place} x`)
    // What a command is given, every user of the machine can read.
    for (const { stderr } of [made, read]) expect(stderr).not.toMatch(/hunter2|DATABASE_URL/)
  })
})
