import type { Command } from 'commander'
import { type Config, readConfig } from '../../config.ts'
import { CommandError } from '../command-error.ts'
import { print } from '../print.ts'
import type { CommonOptions, ProgramParts } from '../program-parts.ts'
import { inSentences, placeOf } from './in-sentences.ts'

/** `command` is that of PostgreSQL’s tool. Its address has no password, because the list of processes would show it. */
const refusePostgres = ({ databaseUrl }: Config, command: (address: string) => string, more = ''): void => {
  if (!databaseUrl) return
  const url = new URL(databaseUrl)
  url.password = ''
  url.searchParams.delete('password')
  throw new CommandError(
    `The data is in PostgreSQL, which has its own tool: ${command(`"${url.href}"`)}. It reads the password from ~/.pgpass, or asks for it.${more}`,
  )
}

/** Adds `backup` to the program. */
export const addBackup = (program: Command, { environmentOf, absolute }: ProgramParts): void => {
  program
    .command('backup <file>')
    .description('write a whole SQLite installation into one file, even while the server runs')
    .option('--data <dir>', 'data folder (SIDENOTE_DATA, or what "sidenote where" says)')
    .option('--json', 'print JSON')
    .action(async (path: string, options: CommonOptions) => {
      const config = readConfig(environmentOf(options))
      refusePostgres(
        config,
        (address) => `pg_dump --format=custom --file=${path}.partial ${address} && mv ${path}.partial ${path}`,
        ` Keep secrets.key of ${config.dataFolder}, or SIDENOTE_SECRETS_KEY, with it.`,
      )
      const { backUp } = await import('../../database/backup.ts')
      const file = absolute(path)
      const { wasInterrupted } = await inSentences(placeOf(config), () => backUp(config.dataFolder, file))
      const wrote = `Wrote ${file}. It contains keys: keep it as private as the data folder.`
      const removed = 'An earlier backup to this file was interrupted: what it had left is gone.'
      print(options, { file }, wasInterrupted ? `${wrote} ${removed}` : wrote)
    })
}

/** Adds `restore` to the program. */
export const addRestore = (program: Command, { environmentOf, absolute }: ProgramParts): void => {
  program
    .command('restore <file>')
    .description('restore a backup into a data folder without a database')
    .option('--data <dir>', 'data folder (SIDENOTE_DATA, or what "sidenote where" says)')
    .option('--json', 'print JSON')
    .action(async (path: string, options: CommonOptions) => {
      const config = readConfig(environmentOf(options))
      refusePostgres(
        config,
        (address) => `pg_restore --clean --if-exists --single-transaction --dbname=${address} ${path}`,
      )
      const { restoreBackup } = await import('../../database/backup.ts')
      const { dataFolder } = config
      const { wasInterrupted } = await inSentences(placeOf(config), () => restoreBackup(absolute(path), dataFolder))
      const start = `Start the server with "sidenote serve --data ${dataFolder}".`
      const again = wasInterrupted
        ? ' An earlier restore into this folder was interrupted, so it was started over.'
        : ''
      print(options, { dataFolder }, `Restored into ${dataFolder}.${again} ${start}`)
    })
}
