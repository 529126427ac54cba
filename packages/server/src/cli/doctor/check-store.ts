import { existsSync } from 'node:fs'
import { access, constants, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Finding } from '@sidenote/contract'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { sqliteFile } from '../../data-folder.ts'
import { type Database, engineOf } from '../../database/database.ts'
import { readNewerMigrations, readPendingMigrations } from '../../database/migrate.ts'
import { connectDatabase } from '../../database/open.ts'
import { DamageError, nameDamage } from '../../database/sqlite.ts'
import { messageOf } from '../../errors.ts'
import { findingsAbout, reasonOf, within } from '../../findings.ts'
import type { SeenServer } from './ask-server.ts'

const answerMilliseconds = 6_000
const redisMilliseconds = 3_000
const oldestPostgres = 140_000
/** The next sync would use up less. */
const leastMegabytes = 50

/** Checks that the data folder exists, is writable, private, and has room. */
export const checkFolder = async ({ dataFolder }: Pick<Config, 'dataFolder'>): Promise<Finding[]> => {
  const { good, warning, problem } = findingsAbout('data folder')
  const folder = await stat(dataFolder).catch(() => undefined)
  if (!folder) return [good(`${dataFolder} does not exist yet; the first start creates it.`)]
  if (!folder.isDirectory()) return [problem(`${dataFolder} is a file. Set SIDENOTE_DATA to a folder.`)]
  const isWritable = await access(dataFolder, constants.W_OK).then(
    () => true,
    () => false,
  )
  if (!isWritable) return [problem(`This user can’t write to ${dataFolder}. Give it to the server’s user.`)]
  const findings: Finding[] = []
  for (const [path, mode] of [
    [dataFolder, 0o700],
    [sqliteFile(dataFolder), 0o600],
    [join(dataFolder, 'admin-key'), 0o600],
    [join(dataFolder, 'secrets.key'), 0o600],
  ] as const) {
    const entry = await stat(path).catch(() => undefined)
    if (entry && (entry.mode & 0o077) !== 0) {
      findings.push(warning(`Other users can read ${path}. Make it private: chmod ${mode.toString(8)} ${path}`))
    }
  }
  const { bavail, bsize } = await statfs(dataFolder)
  const megabytes = Math.floor((bavail * bsize) / 1_000_000)
  if (megabytes < leastMegabytes) {
    findings.push(
      problem(`The disk of ${dataFolder} has ${megabytes} MB left. Make room: nothing fits on a full disk.`),
    )
  }
  return findings.length > 0 ? findings : [good(`${dataFolder} is writable and private.`)]
}

const checkSchema = async (database: Database): Promise<Finding[]> => {
  const { good, warning, problem } = findingsAbout('database')
  const pending = await readPendingMigrations(database)
  const newer = pending.length > 0 ? [] : await readNewerMigrations(database)
  if (newer.length > 0) {
    return [problem(`A newer version of Sidenote has changed it (${newer.join(', ')}). Start that version.`)]
  }
  if (pending.length === 0) return [good('It answers, and its tables are up to date.')]
  return [warning('Its tables are older than this version. The next start updates them, or "sidenote migrate".')]
}

const checkPostgresVersion = async (database: Database): Promise<Finding[]> => {
  if (engineOf(database) !== 'postgres') return []
  const { rows } = await sql<{ server_version_num: string }>`show server_version_num`.execute(database)
  const version = Number(rows[0]?.server_version_num)
  if (version >= oldestPostgres) return []
  return [findingsAbout('database').problem('PostgreSQL is older than 14. Update it.')]
}

/** The store of a server that can't be reached from this shell. Undefined if it can, or if there is no server to ask. */
export const findUnseenStore = (config: Config, { installation }: SeenServer): Finding | undefined => {
  if (!installation) return undefined
  const { warning } = findingsAbout('database')
  const unchecked = 'so its tables, sites, keys and projects were not checked'
  if (installation.database === 'postgres' && !config.databaseUrl) {
    return warning(
      `The server’s is PostgreSQL, but this shell has no DATABASE_URL, ${unchecked}. Set it as for the server.`,
    )
  }
  if (installation.database === 'sqlite' && !existsSync(sqliteFile(installation.dataFolder))) {
    return warning(
      `The server’s is in ${installation.dataFolder}, which this user can’t see on this machine, ${unchecked}. Run the doctor where the server runs, as its user.`,
    )
  }
  return undefined
}

/** Checks that the store that was opened is the server's. */
export const checkSameStore = async (database: Database, { installation }: SeenServer): Promise<Finding[]> => {
  if (!installation) return []
  const row = await database
    .selectFrom('installation')
    .select('id')
    .executeTakeFirst()
    .catch(() => undefined)
  if (row === undefined || row.id === installation.id) return []
  const place = installation.database === 'sqlite' ? `in ${installation.dataFolder}` : 'PostgreSQL'
  return [
    findingsAbout('database').problem(
      `It is not the server’s, which is ${place}. Run the doctor with the server’s SIDENOTE_DATA and DATABASE_URL, or set SIDENOTE_URL to this database’s server.`,
    ),
  ]
}

const mostComplaints = 5

/** SQLite reads every page. It has no check sums: a page that is wrong and still well-formed isn't noticed. */
const checkSqlitePages = async (database: Database, file: string): Promise<Finding[]> => {
  const { good, problem } = findingsAbout('database')
  try {
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check(${sql.lit(mostComplaints)})`.execute(
      database,
    )
    const complaints = rows.map(({ quick_check }) => quick_check).filter((one) => one !== 'ok')
    if (complaints.length > 0) throw new DamageError(file, complaints.join(' ').replace(/\s+/g, ' '))
    return [good('All of its pages are well-formed.')]
  } catch (error) {
    return [problem(messageOf(nameDamage(error, file)))]
  }
}

const readSetting = async (database: Database, name: string): Promise<string> => {
  const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(database)
  return rows[0]?.value ?? ''
}

/** PostgreSQL looks after its own pages, if it was told to. */
const checkPostgresPages = async (database: Database): Promise<Finding[]> => {
  const { good, warning } = findingsAbout('database')
  const setting = (name: string) => readSetting(database, name)
  const findings: Finding[] = []
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    if ((await setting(name)) !== 'off') continue
    findings.push(
      warning(`PostgreSQL’s ${name} is off: what was stored may be lost when its machine fails. Turn it on.`),
    )
  }
  const hasChecksums = (await setting('data_checksums')) === 'on'
  return [
    ...findings,
    hasChecksums
      ? good('PostgreSQL checks its pages whenever it reads them (data_checksums is on).')
      : warning(
          'Its pages were not checked: data_checksums is off, so PostgreSQL notices no damage. pg_amcheck looks for it.',
        ),
  ]
}

/** Checks the pages of the database, as far as the engine can. */
export const checkPages = (database: Database, { dataFolder }: Pick<Config, 'dataFolder'>): Promise<Finding[]> =>
  engineOf(database) === 'postgres' ? checkPostgresPages(database) : checkSqlitePages(database, sqliteFile(dataFolder))

/** Opens the store without changing it. The database is undefined when there is none yet, or it doesn’t answer. */
export const checkDatabase = async (
  config: Config,
): Promise<{ findings: Finding[]; database: Database | undefined }> => {
  const { good, problem } = findingsAbout('database')
  const { databaseUrl, dataFolder } = config
  if (!databaseUrl && !existsSync(sqliteFile(dataFolder))) {
    return { findings: [good('There is none yet; the first start creates it.')], database: undefined }
  }
  let database: Database | undefined
  try {
    database = connectDatabase({ databaseUrl, dataFolder })
    const findings = await within(
      answerMilliseconds,
      Promise.all([checkPostgresVersion(database), checkSchema(database)]).then((lists) => lists.flat()),
    )
    return { findings, database }
  } catch (error) {
    void database?.destroy().catch(() => undefined)
    if (error instanceof DamageError) return { findings: [problem(messageOf(error))], database: undefined }
    const place = databaseUrl ? 'DATABASE_URL' : sqliteFile(dataFolder)
    const reason = reasonOf(error)
    const question = databaseUrl
      ? 'Is PostgreSQL running, and are host, name, user and password right?'
      : 'Does the file belong to this user, and is there room on the disk?'
    return { findings: [problem(`Cannot use ${place}: ${reason}. ${question}`)], database: undefined }
  }
}

/** Checks that Redis answers, if it is configured. */
export const checkRedis = async ({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<Finding[]> => {
  const { good, problem } = findingsAbout('Redis')
  if (!redisUrl) return []
  const { createClient } = await import('@redis/client')
  const client = createClient({
    url: redisUrl,
    socket: { connectTimeout: redisMilliseconds, reconnectStrategy: false },
  })
  client.on('error', () => undefined)
  try {
    await within(
      redisMilliseconds,
      client.connect().then(() => client.ping()),
    )
    return [good('It answers.')]
  } catch (error) {
    return [problem(`Cannot use REDIS_URL: ${reasonOf(error)}. Is Redis running, and is the address right?`)]
  } finally {
    client.destroy()
  }
}
