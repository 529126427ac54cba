import { existsSync } from 'node:fs'
import { access, constants, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@redis/client'
import { sql } from 'kysely'
import { adminKeyFile, readAdminKey } from '../../administration/keys/admin-key-file.ts'
import { hashKey } from '../../administration/keys/key-text.ts'
import type { Config } from '../../config.ts'
import { type Database, engineOf } from '../../database/database.ts'
import { readNewerMigrations, readPendingMigrations } from '../../database/migrate.ts'
import { connectDatabase } from '../../database/open.ts'
import { readSealKey } from '../../database/seal.ts'
import { DamageError, sqliteFile } from '../../database/sqlite.ts'
import { messageOf } from '../../errors.ts'
import { type Finding, findingsAbout, reasonOf, within } from './finding.ts'

const answerMilliseconds = 6_000
const redisMilliseconds = 3_000
const oldestPostgres = 140_000
/** Less is used up by the next sync. */
const leastMegabytes = 50

/** Looks at the data folder: is it there, may we write, is there room, and may nobody else read. */
export const checkFolder = async ({ dataFolder }: Pick<Config, 'dataFolder'>): Promise<Finding[]> => {
  const { good, warning, problem } = findingsAbout('data folder')
  const found = await stat(dataFolder).catch(() => undefined)
  if (!found) return [good(`${dataFolder} does not exist yet; the first start makes it.`)]
  if (!found.isDirectory()) return [problem(`${dataFolder} is a file. Set SIDENOTE_DATA to a folder.`)]
  const isWritable = await access(dataFolder, constants.W_OK).then(
    () => true,
    () => false,
  )
  if (!isWritable) return [problem(`${dataFolder} cannot be written by this user. Give it to the server’s user.`)]
  const open: Finding[] = []
  for (const [path, mode] of [
    [dataFolder, 0o700],
    [sqliteFile(dataFolder), 0o600],
    [join(dataFolder, 'admin-key'), 0o600],
    [join(dataFolder, 'secrets.key'), 0o600],
  ] as const) {
    const seen = await stat(path).catch(() => undefined)
    if (seen && (seen.mode & 0o077) !== 0) {
      open.push(warning(`Other users may look into ${path}. Close it with: chmod ${mode.toString(8)} ${path}`))
    }
  }
  const { bavail, bsize } = await statfs(dataFolder)
  const megabytes = Math.floor((bavail * bsize) / 1_000_000)
  if (megabytes < leastMegabytes) {
    open.push(problem(`The disk of ${dataFolder} has ${megabytes} MB left. Make room: a full one stores nothing.`))
  }
  return open.length > 0 ? open : [good(`${dataFolder} is this user’s own.`)]
}

const checkSchema = async (database: Database): Promise<Finding[]> => {
  const { good, warning, problem } = findingsAbout('database')
  const pending = await readPendingMigrations(database)
  const newer = pending.length > 0 ? [] : await readNewerMigrations(database)
  if (newer.length > 0) {
    return [problem(`A newer version of Sidenote has written it (${newer.join(', ')}). Start that version.`)]
  }
  if (pending.length === 0) return [good('It answers, and its tables are up to date.')]
  return [
    warning(`Its tables are older than this version. The next start brings them up to date, or "sidenote migrate".`),
  ]
}

const checkPostgresVersion = async (database: Database): Promise<Finding[]> => {
  if (engineOf(database) !== 'postgres') return []
  const { rows } = await sql<{ server_version_num: string }>`show server_version_num`.execute(database)
  const version = Number(rows[0]?.server_version_num)
  if (version >= oldestPostgres) return []
  return [findingsAbout('database').problem(`PostgreSQL is older than 14. Update it.`)]
}

/**
 * Opens the store without changing it. The database is undefined when there is none yet, or it does not answer.
 */
export const checkDatabase = async (
  config: Config,
): Promise<{ findings: Finding[]; database: Database | undefined }> => {
  const { good, problem } = findingsAbout('database')
  const { databaseUrl, dataFolder } = config
  if (!databaseUrl && !existsSync(sqliteFile(dataFolder))) {
    return { findings: [good('There is none yet; the first start makes it.')], database: undefined }
  }
  let database: Database | undefined
  try {
    database = connectDatabase({ databaseUrl, dataFolder })
    const findings = await within(
      answerMilliseconds,
      Promise.all([checkPostgresVersion(database), checkSchema(database)]).then((found) => found.flat()),
    )
    return { findings, database }
  } catch (error) {
    void database?.destroy().catch(() => undefined)
    if (error instanceof DamageError) return { findings: [problem(messageOf(error))], database: undefined }
    const place = databaseUrl ? 'DATABASE_URL' : sqliteFile(dataFolder)
    const reason = reasonOf(error)
    const wanted = databaseUrl
      ? 'Is PostgreSQL running, and are host, name, user and password right?'
      : 'Does the file belong to this user, and is there room on the disk?'
    return { findings: [problem(`${place} cannot be used: ${reason}. ${wanted}`)], database: undefined }
  }
}

/** Looks whether the key that secrets are sealed with is one, as the start of the server does. */
export const checkSecretsKey = async ({
  dataFolder,
  secretsKey,
}: Pick<Config, 'dataFolder' | 'secretsKey'>): Promise<Finding[]> => {
  if (secretsKey === undefined && !existsSync(join(dataFolder, 'secrets.key'))) return []
  const failure = await readSealKey(dataFolder, secretsKey).then(() => undefined, reasonOf)
  const { problem } = findingsAbout('secrets key')
  return failure === undefined ? [] : [problem(`${failure}. Put the earlier one back, or secrets are lost.`)]
}

/** Looks whether the key that the command line would send still opens anything. */
export const checkAdminKey = async (
  { adminKey, dataFolder }: Pick<Config, 'adminKey' | 'dataFolder'>,
  database: Database,
): Promise<Finding[]> => {
  const { warning, problem } = findingsAbout('administrator key')
  const place = adminKey ? 'SIDENOTE_ADMIN_KEY' : adminKeyFile(dataFolder)
  const text = adminKey ?? (await readAdminKey(dataFolder).catch(() => undefined))
  if (text === undefined) {
    return [
      warning(`There is none in ${place}: commands that talk to the server need one there, or as SIDENOTE_ADMIN_KEY.`),
    ]
  }
  const row = await database.selectFrom('keys').selectAll().where('hash', '=', hashKey(text)).executeTakeFirst()
  const another = 'start the server with a new one as SIDENOTE_ADMIN_KEY'
  // The next start of the server makes a key of what the operator has chosen.
  if (!row)
    return adminKey ? [] : [problem(`The one in ${place} is not known here. Put a valid one there, or ${another}.`)]
  const isOver = row.expires_at !== null && Date.parse(row.expires_at) <= Date.now()
  if (!row.revoked_at && !isOver) return []
  const fate = row.revoked_at ? `was revoked at ${row.revoked_at}` : `expired at ${row.expires_at}`
  return [
    problem(`The one in ${place} ${fate}. ${adminKey ? 'Choose another' : `Put a valid one there, or ${another}`}.`),
  ]
}

/** Asks Redis for a sign of life, when it is configured. */
export const checkRedis = async ({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<Finding[]> => {
  const { good, problem } = findingsAbout('Redis')
  if (!redisUrl) return []
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
    return [problem(`REDIS_URL cannot be used: ${reasonOf(error)}. Is Redis running, and is the address right?`)]
  } finally {
    client.destroy()
  }
}
