/**
 * What it costs that an answer which says stored is stored: commits of SQLite that wait for the disk (`synchronous = full`),
 * against commits that a power failure may lose (`normal`), and limits, which never wait.
 *
 *   node --conditions=sidenote-source bench/durable.ts [--data DIR]
 *
 * DIR is on the disk to measure; by default it is a temporary folder. The two settings take turns, so that what else the
 * machine does hits both. Also prints what one `fsync` costs there, which is what `full` adds.
 */
import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stdout } from 'node:process'
import { parseArgs } from 'node:util'
import type { Limit } from '@sidenote/contract'
import { sql } from 'kysely'
import { inBatches } from '../src/database/batch.ts'
import { openDatabase } from '../src/database/open.ts'
import { createDatabaseLimits } from '../src/http/admission/limits/database-limits.ts'
import { percentile } from '../test/support/load.ts'

const { values } = parseArgs({ options: { data: { type: 'string' } } })
const rounds = 5
const commitsPerRound = 200
const answer = 'The marker is set by hand. '.repeat(60)

const folder = await mkdtemp(join(values.data ?? tmpdir(), 'durable-'))
const database = await openDatabase({ dataFolder: folder })

const report = (name: string, times: readonly number[]): void => {
  const rate = (times.length / times.reduce((sum, time) => sum + time, 0)) * 1_000
  const figures = [0.5, 0.99].map((share) => `p${share * 100} ${percentile([...times], share).toFixed(2)} ms`)
  stdout.write(`${name.padEnd(40)} ${rate.toFixed(0).padStart(6)} a second  ${figures.join(', ')}\n`)
}

const measureFsync = (): number[] => {
  const file = join(folder, 'fsync')
  const descriptor = openSync(file, 'w')
  const times = Array.from({ length: 200 }, () => {
    writeSync(descriptor, 'x'.repeat(4_096))
    const start = performance.now()
    fsyncSync(descriptor)
    return performance.now() - start
  })
  closeSync(descriptor)
  rmSync(file)
  return times
}

/** A row of the size of an answer, in a commit of its own. */
const storeAnswer = async (): Promise<void> => {
  const id = randomUUID()
  await database.insertInto('threads').values({ id, site_id: 'bench', fp: answer, created_at: '' }).execute()
}

const created_at = new Date().toISOString()
await database.insertInto('organizations').values({ id: 'bench', name: 'bench', created_at }).execute()
const site = { id: 'bench', organization_id: 'bench', domain: 'bench', name: 'bench', url: null, origins_json: '[]' }
await database
  .insertInto('sites')
  .values({ ...site, created_at, synced_at: null })
  .execute()

const limit: Limit = { name: 'bench', subject: 'organization', requests: 1_000_000, seconds: 3_600 }
const take = inBatches(createDatabaseLimits(database))
const times: Record<'full' | 'normal' | 'limits', number[]> = { full: [], normal: [], limits: [] }
const timed = async (list: number[], act: () => Promise<unknown>): Promise<void> => {
  const start = performance.now()
  await act()
  list.push(performance.now() - start)
}
for (let round = 0; round < rounds; round += 1) {
  for (const setting of ['normal', 'full'] as const) {
    await sql`pragma synchronous = ${sql.raw(setting)}`.execute(database)
    for (let index = 0; index < commitsPerRound; index += 1) await timed(times[setting], storeAnswer)
  }
  for (let index = 0; index < commitsPerRound; index += 1) {
    await timed(times.limits, () => take([{ limit, subject: 'bench' }]))
  }
}
report('fsync of 4 kB', measureFsync())
report('an answer stored, synchronous = normal', times.normal)
report('an answer stored, synchronous = full', times.full)
report('a decision about limits', times.limits)
await database.destroy()
await rm(folder, { recursive: true })
