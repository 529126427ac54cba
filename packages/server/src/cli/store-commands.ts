import type { Command } from 'commander'
import { type Config, type Environment, readConfig } from '../config.ts'
import { CommandError, UsageError } from './client.ts'
import type { CommonOptions } from './commands.ts'
import { print } from './print.ts'
import { writeTable } from './table.ts'

/** What the program lends to the commands that open the store themselves. */
interface StoreParts {
  readonly environmentOf: (options: CommonOptions) => Environment
  /** A path as it was typed, made absolute. */
  readonly absolute: (path: string) => string
}

const sentenceOf = (error: unknown, place: string): string => {
  if (!(error instanceof Error)) return String(error)
  // SQLite names nothing.
  if ('errcode' in error) return `${place[0]?.toUpperCase()}${place.slice(1)} cannot be used: ${error.message}.`
  const isAway = 'syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo')
  return isAway ? `The database does not answer: ${error.message}.` : error.message
}

/** What the store says is for the person who typed the command; a stack would hide it. */
const inSentences = async <Result>(place: string, run: () => Promise<Result>): Promise<Result> => {
  try {
    return await run()
  } catch (error) {
    throw new CommandError(sentenceOf(error, place), { cause: error })
  }
}

const placeOf = ({ databaseUrl, dataFolder }: Pick<Config, 'databaseUrl' | 'dataFolder'>): string =>
  databaseUrl ? 'the database at DATABASE_URL' : `the database in ${dataFolder}`

const migrateStore = async (config: Config, options: CommonOptions): Promise<void> => {
  const { connectDatabase } = await import('../database/open.ts')
  const { migrate } = await import('../database/migrate.ts')
  const added = await inSentences(placeOf(config), async () => {
    const database = connectDatabase(config)
    return migrate(database).finally(() => database.destroy())
  })
  const done = `Brought ${placeOf(config)} up to date: ${added.join(', ')}.`
  print(options, { added }, added.length > 0 ? done : `There is nothing to do: ${placeOf(config)} is up to date.`)
}

const drawMove = (progress: { table: string; copied: number; total: number }): void => {
  if (!process.stderr.isTTY) return
  const share = progress.total === 0 ? 1 : progress.copied / progress.total
  const bar = '#'.repeat(Math.round(share * 30)).padEnd(30, '-')
  process.stderr.write(`\r\x1b[K[${bar}] ${progress.table}: ${progress.copied} of ${progress.total} rows`)
}

const moveStore = async (
  dataFolder: string,
  databaseUrl: string | undefined,
  options: CommonOptions,
): Promise<void> => {
  if (databaseUrl === undefined) {
    throw new UsageError('Where to move to has to stand in DATABASE_URL, or in --to.')
  }
  if (!/^postgres(?:ql)?:\/\//.test(databaseUrl)) {
    throw new UsageError('--to must be an address such as postgres://user@host/name.')
  }
  const { existsSync } = await import('node:fs')
  const { sqliteFile } = await import('../database/sqlite.ts')
  if (!existsSync(sqliteFile(dataFolder))) throw new CommandError(`There is no database in ${dataFolder}.`)
  const { moveToPostgres } = await import('../database/move.ts')
  const moved = await inSentences(placeOf({ databaseUrl: undefined, dataFolder }), () =>
    moveToPostgres({ dataFolder, databaseUrl, onProgress: drawMove }),
  )
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
  const filled = moved.filter(({ rows }) => rows > 0)
  const table = writeTable(
    ['TABLE', 'ROWS'],
    filled.map((one) => [one.table, String(one.rows)]),
  )
  const next = `Every table was counted on both sides. Start the server with DATABASE_URL and this data folder: its keys (secrets.key, admin-key) go on being used.`
  print(options, { moved }, `${table}\n\n${next}`)
}

/** `command` is that of PostgreSQL’s tool, with an address that holds no password: the list of processes would show it. */
const refusePostgres = ({ databaseUrl }: Config, command: (address: string) => string, more = ''): void => {
  if (!databaseUrl) return
  const url = new URL(databaseUrl)
  url.password = ''
  url.searchParams.delete('password')
  throw new CommandError(
    `The data is in PostgreSQL, which has its own tool: ${command(`"${url.href}"`)}. It reads the password from ~/.pgpass, or asks for it.${more}`,
  )
}

const addBackup = (program: Command, { environmentOf, absolute }: StoreParts): void => {
  program
    .command('backup <file>')
    .description('write everything of a SQLite installation into one file, also while the server runs')
    .option('--data <dir>', 'data folder (SIDENOTE_DATA, .sidenote)')
    .option('--json', 'print JSON')
    .action(async (typed: string, options: CommonOptions) => {
      const config = readConfig(environmentOf(options))
      refusePostgres(
        config,
        (address) => `pg_dump --format=custom --file=${typed} ${address}`,
        ` Keep secrets.key of ${config.dataFolder}, or SIDENOTE_SECRETS_KEY, beside it.`,
      )
      const { backUp } = await import('../database/backup.ts')
      const file = absolute(typed)
      await inSentences(placeOf(config), () => backUp(config.dataFolder, file))
      print(options, { file }, `Wrote ${file}. It holds keys: keep it as private as the data folder.`)
    })
  program
    .command('restore <file>')
    .description('put a backup into a data folder that has no database yet')
    .option('--data <dir>', 'data folder (SIDENOTE_DATA, .sidenote)')
    .option('--json', 'print JSON')
    .action(async (typed: string, options: CommonOptions) => {
      const config = readConfig(environmentOf(options))
      refusePostgres(config, (address) => `pg_restore --clean --if-exists --dbname=${address} ${typed}`)
      const { restoreBackup } = await import('../database/backup.ts')
      await inSentences(placeOf(config), () => restoreBackup(absolute(typed), config.dataFolder))
      const { dataFolder } = config
      print(
        options,
        { dataFolder },
        `Restored into ${dataFolder}. Start it with "sidenote serve --data ${dataFolder}".`,
      )
    })
}

/** Adds the commands that open the store themselves, whether a server runs or not. */
export const addStoreCommands = (program: Command, parts: StoreParts): void => {
  program
    .command('migrate')
    .description('bring the tables up to date; every start of the server does so, too')
    .option('--data <dir>', 'data folder (SIDENOTE_DATA, .sidenote)')
    .option('--json', 'print JSON')
    .action((options: CommonOptions) => migrateStore(readConfig(parts.environmentOf(options)), options))
  program
    .command('move')
    .description('copy a SQLite installation into an empty PostgreSQL database')
    .requiredOption('--from <dir>', 'data folder of the installation; stop its server first')
    // A password in it can be read by every user of the machine: the list of processes shows it.
    .option('--to <address>', 'postgres://user@host/name, when DATABASE_URL does not say it')
    .option('--json', 'print JSON')
    .action((options: CommonOptions & { from: string; to?: string }) =>
      moveStore(parts.absolute(options.from), options.to ?? readConfig(parts.environmentOf({})).databaseUrl, options),
    )
  addBackup(program, parts)
}
