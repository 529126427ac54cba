import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Pool } from 'pg'

/** Drops the schemas of PostgreSQL that this run has made. */
export const teardown = async (): Promise<void> => {
  const connectionString = process.env.TEST_DATABASE_URL
  if (!connectionString) return
  const pool = new Pool({ connectionString, max: 1 })
  const select = 'select nspname as name from pg_namespace where starts_with(nspname, $1)'
  const { rows } = await pool.query<{ name: string }>(select, [process.env.TEST_SCHEMAS])
  for (const { name } of rows) await pool.query(`drop schema if exists ${name} cascade`)
  await pool.end()
}

/**
 * Compiles what the threads that read pages load. Their process is killed at its end, and one that is killed keeps nothing of
 * what it has compiled.
 */
export const setup = async (): Promise<void> => {
  const worker = new URL('../../src/reading/worker.ts', import.meta.url)
  const load = `await import(${JSON.stringify(worker.href)})`
  await promisify(execFile)(process.execPath, ['--conditions=sidenote-source', '--input-type=module', '--eval', load], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
  })
}
