import { cp, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Limit } from '@sidenote/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkDatabase, checkPages } from '../src/cli/doctor/check-store.ts'
import { readConfig } from '../src/config.ts'
import { sqliteFile } from '../src/data-folder.ts'
import { inBatches } from '../src/database/batch.ts'
import type { Database } from '../src/database/database.ts'
import { withoutDisk } from '../src/database/without-disk.ts'
import { createDatabaseLimits } from '../src/http/admission/limits/database-limits.ts'
import { createTestDatabase, testEngines } from './support/database.ts'
import { startTestServer } from './support/server.ts'

describe('SQLite', () => {
  const full = 2
  const normal = 1
  const levelOf = async (database: Database) => {
    const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(database)
    return rows[0]?.synchronous
  }

  test('waits for the disk with every commit, except for what may be lost', async () => {
    const { database, close } = await createTestDatabase()
    const limit: Limit = { name: 'test', subject: 'organization', requests: 10, seconds: 60 }
    const take = inBatches(createDatabaseLimits(database))
    expect(await levelOf(database)).toBe(full)
    // More than once, because a statement that is prepared again may do nothing.
    for (let round = 0; round < 3; round += 1) {
      expect(await withoutDisk(database, levelOf)).toBe(normal)
      expect(await levelOf(database)).toBe(full)
      await take([{ limit, subject: 'one' }])
      expect(await levelOf(database)).toBe(full)
      const failure = withoutDisk(database, (connection) =>
        connection.transaction().execute(async () => Promise.reject(new Error('It failed.'))),
      )
      await expect(failure).rejects.toThrow('It failed.')
      expect(await levelOf(database)).toBe(full)
    }
    const writes = Array.from({ length: 20 }, (_, index) => take([{ limit, subject: `s${index}` }]))
    const levels = Array.from({ length: 20 }, () => levelOf(database))
    await Promise.all(writes)
    expect(new Set(await Promise.all(levels))).toEqual(new Set([full]))
    await close()
  })
})

describe('a page of a SQLite database', () => {
  const btrees = new Set([2, 5, 10, 13])
  let folder: string
  let bytes: Buffer
  let pageSize: number
  let pages: number[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
    const server = await startTestServer({ dataFolder: join(folder, 'whole') })
    const text = (index: number) => `# Page ${index}\n\n${`The marker of page ${index} is set by hand. `.repeat(20)}\n`
    await server.addSite(
      'acme',
      Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`p${index}.md`, text(index)])),
    )
    await server.stop()
    bytes = await readFile(sqliteFile(join(folder, 'whole')))
    pageSize = bytes.readUInt16BE(16)
    const numbers = Array.from({ length: bytes.length / pageSize }, (_, index) => index)
    pages = numbers.filter((number) => number === 0 || btrees.has(bytes[number * pageSize] ?? 0))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const examine = async (change: (file: string) => Promise<void>) => {
    const dataFolder = await mkdtemp(join(folder, 'copy-'))
    await cp(sqliteFile(join(folder, 'whole')), sqliteFile(dataFolder))
    await change(sqliteFile(dataFolder))
    const config = readConfig({ SIDENOTE_DATA: dataFolder })
    const { findings, database } = await checkDatabase(config)
    const more = database ? await checkPages(database, config).finally(() => database.destroy()) : []
    return [...findings, ...more].filter(({ level }) => level === 'problem').map(({ sentence }) => sentence)
  }

  test('that is zeroed is found by the doctor, whichever it is, with the file and what helps', async () => {
    expect(await examine(async () => undefined)).toEqual([])
    expect(pages.length).toBeGreaterThan(50)
    // All of the first ones, which have the schema, and some of the others.
    const chosen = pages.filter((_, index) => index < 20 || index % 7 === 0)
    for (const number of chosen) {
      const problems = await examine(async (file) => {
        const handle = await open(file, 'r+')
        await handle.write(Buffer.alloc(pageSize), 0, pageSize, number * pageSize)
        await handle.close()
      })
      expect([number, problems[0]]).toEqual([
        number,
        expect.stringMatching(/sidenote\.db is damaged: .*"sidenote restore"/s),
      ])
    }
  })

  test('that is missing at the end is found, too', async () => {
    const problems = await examine(async (file) => {
      const handle = await open(file, 'r+')
      await handle.truncate(bytes.length - 3 * pageSize)
      await handle.close()
    })
    expect(problems).toEqual([expect.stringContaining('is damaged')])
  })
})

describe.runIf(testEngines.includes('postgres'))('PostgreSQL', () => {
  test('says itself whether it notices damage, and whether what is stored stays', async () => {
    const { database, options, close } = await createTestDatabase('postgres')
    const findings = await checkPages(database, options)
    expect(findings.map(({ sentence }) => sentence).join(' ')).toContain('data_checksums')
    // The tests turn it off, which an installation should not.
    expect(findings).toContainEqual(
      expect.objectContaining({ level: 'warning', sentence: expect.stringContaining('synchronous_commit is off') }),
    )
    await close()
  })
})
