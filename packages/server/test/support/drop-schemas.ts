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
