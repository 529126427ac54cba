import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'pg'
import { openDatabase } from '../../src/database/open.ts'
import { postgresPrograms, startOwnPostgres } from './own-postgres.ts'

const acknowledged = 20_000

/** The exit code of one of PostgreSQL’s programs, killed after so many milliseconds; null when that has ended it. */
const run = async (program: string, words: readonly string[], killAfter?: number): Promise<number | null> => {
  const child = spawn(join(postgresPrograms ?? '', program), words, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  if (killAfter !== undefined) void wait(killAfter).then(() => child.kill('SIGKILL'))
  const [code]: (number | null)[] = await ended
  return code ?? null
}

/**
 * Kills `pg_dump`, and then `pg_restore` as the manual writes it, at so many moments of the time that each takes. Calls back
 * with what is there afterwards. @throws Error when anything that was acknowledged is lost
 */
export const killPostgresTools = async (points: number, tell: (name: string, said: string) => void): Promise<void> => {
  const postgres = await startOwnPostgres()
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-dump-'))
  const database = await openDatabase({ databaseUrl: postgres.url, dataFolder: folder })
  const pool = new Pool({ connectionString: postgres.url, max: 1 })
  const count = async (pattern: string): Promise<number> =>
    Number((await pool.query('select count(*) as count from organizations where id like $1', [pattern])).rows[0]?.count)
  const insert = `insert into organizations select $1 || number, repeat('x', 500), '' , 0 from generate_series(1, $2::int) number`
  try {
    await pool.query(insert, ['kept', acknowledged])
    const whole = join(folder, 'whole.dump')
    const dump = (file: string) => ['--format=custom', `--file=${file}`, postgres.url]
    const restoreOf = (file: string) => [
      '--clean',
      '--if-exists',
      '--single-transaction',
      `--dbname=${postgres.url}`,
      file,
    ]
    const restore = restoreOf(whole)
    const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
      const start = performance.now()
      await work()
      return performance.now() - start
    }
    const dumpTime = await timeOf(() => run('pg_dump', dump(whole)))
    for (let point = 0; point < points; point += 1) {
      const file = join(folder, `killed-${point}.dump`)
      await run('pg_dump', dump(file), (dumpTime * point) / points)
      const isRefused = (await run('pg_restore', restoreOf(file))) !== 0
      const kept = await count('kept%')
      if (kept !== acknowledged) throw new Error(`${acknowledged - kept} rows are lost.`)
      tell('pg_dump', isRefused ? 'pg_restore refuses the file, all as before' : 'the file is whole')
      await rm(file, { force: true })
    }
    const restoreTime = await timeOf(() => run('pg_restore', restore))
    await pool.query(insert, ['later', 10])
    for (let point = 0; point < points; point += 1) {
      const code = await run('pg_restore', restore, (restoreTime * point) / points)
      const [kept, later] = [await count('kept%'), await count('later%')]
      const isWhole = kept === acknowledged && (code === 0 ? later === 0 : later === 10 || later === 0)
      if (!isWhole) throw new Error(`After a killed pg_restore, there are ${kept} and ${later} rows.`)
      tell('pg_restore', later === 10 ? 'all as before' : 'all restored')
      if (later === 0) await pool.query(insert, ['later', 10])
    }
  } finally {
    await pool.end()
    await database.destroy()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
