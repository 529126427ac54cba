import type { Command } from 'commander'
import { type Config, readConfig } from '../../config.ts'
import { sqliteFile } from '../../data-folder.ts'
import { CommandError, UsageError } from '../command-error.ts'
import { print } from '../print.ts'
import type { CommonOptions, ProgramParts } from '../program-parts.ts'
import { writeTable } from '../table.ts'
import { addBackup, addRestore } from './backup.ts'
import { inSentences, placeOf } from './in-sentences.ts'

const migrateStore = async (config: Config, options: CommonOptions): Promise<void> => {
  const { connectDatabase } = await import('../../database/open.ts')
  const { migrate } = await import('../../database/migrate.ts')
  const added = await inSentences(placeOf(config), async () => {
    const database = connectDatabase(config)
    return migrate(database).finally(() => database.destroy())
  })
  const updated = `Updated the tables of ${placeOf(config)}: ${added.join(', ')}.`
  print(
    options,
    { added },
    added.length > 0 ? updated : `There is nothing to do: the tables of ${placeOf(config)} are up to date.`,
  )
}

interface MoveProgress {
  readonly table: string
  readonly copied: number
  readonly total: number
}

const barWidth = 30
const clearLine = '\r\x1b[K'

const drawProgress = ({ table, copied, total }: MoveProgress): void => {
  if (!process.stderr.isTTY) return
  const share = total === 0 ? 1 : copied / total
  const bar = '#'.repeat(Math.round(share * barWidth)).padEnd(barWidth, '-')
  process.stderr.write(`${clearLine}[${bar}] ${table}: ${copied} of ${total} rows`)
}

const isPostgres = (address: string): boolean =>
  ['postgres:', 'postgresql:'].includes(URL.parse(address)?.protocol ?? '')

/** The address to move to. @throws UsageError */
const readTarget = (address: string | undefined): string => {
  if (address === undefined) throw new UsageError('Set DATABASE_URL to the database to move to, or name it with --to.')
  if (isPostgres(address)) return address
  throw new UsageError('--to must be an address such as postgres://user@host/name.')
}

const moveStore = async (dataFolder: string, databaseUrl: string, options: CommonOptions): Promise<void> => {
  const { existsSync } = await import('node:fs')
  if (!existsSync(sqliteFile(dataFolder))) throw new CommandError(`There is no database in ${dataFolder}.`)
  const { moveToPostgres } = await import('../../database/move.ts')
  const moved = await inSentences(placeOf({ databaseUrl: undefined, dataFolder }), () =>
    moveToPostgres({ dataFolder, databaseUrl, onProgress: drawProgress }),
  )
  if (process.stderr.isTTY) process.stderr.write(clearLine)
  const rows = moved.filter((table) => table.rows > 0).map((table) => [table.table, String(table.rows)])
  const next =
    'The rows of every table were counted on both sides. Start the server with DATABASE_URL and this data folder, which still has its keys (secrets.key, admin-key).'
  print(options, { moved }, `${writeTable(['TABLE', 'ROWS'], rows)}\n\n${next}`)
}

const addMigrate = (program: Command, { environmentOf }: ProgramParts): void => {
  program
    .command('migrate')
    .description('update the tables, as every start of the server does')
    .option('--data <dir>', 'data folder (SIDENOTE_DATA, or what "sidenote where" says)')
    .option('--json', 'print JSON')
    .action((options: CommonOptions) => migrateStore(readConfig(environmentOf(options)), options))
}

const addMove = (program: Command, { environmentOf, absolute }: ProgramParts): void => {
  program
    .command('move')
    .description('copy a SQLite installation into an empty PostgreSQL database')
    .requiredOption('--from <dir>', 'data folder of the installation; stop its server first')
    // The list of processes shows a password in it to every user of the machine.
    .option('--to <address>', 'postgres://user@host/name, if it isn’t in DATABASE_URL')
    .option('--json', 'print JSON')
    .action((options: CommonOptions & { from: string; to?: string }) => {
      const folder = absolute(options.from)
      return moveStore(folder, readTarget(options.to ?? readConfig(environmentOf({})).databaseUrl), options)
    })
}

/** Adds the commands that open the store themselves, whether a server runs or not. */
export const addStoreCommands = (parts: ProgramParts): void => {
  const { program } = parts
  addMigrate(program, parts)
  addMove(program, parts)
  addBackup(program, parts)
  addRestore(program, parts)
}
