import { type Config, readConfig } from '../../config.ts'
import { print } from '../print.ts'
import type { CommonOptions, ProgramParts } from '../program-parts.ts'
import { inSentences, placeOf } from './in-sentences.ts'

/** Where browsers reach the server that is started with this configuration. */
const addressOf = ({ publicUrl, host, port }: Config): string => {
  if (publicUrl !== undefined) return publicUrl
  const isAny = ['0.0.0.0', '::', '127.0.0.1', '::1', 'localhost'].includes(host)
  return `http://${isAny ? 'localhost' : host}:${port}`
}

const printLink = async (config: Config, options: CommonOptions): Promise<void> => {
  const { openDatabase } = await import('../../database/open.ts')
  const { createSetupLink } = await import('../../administration/people/set-up-owner.ts')
  const { prepareFirstStart } = await import('../../administration/keys/first-start.ts')
  const link = await inSentences(placeOf(config), async () => {
    const database = await openDatabase(config)
    try {
      await prepareFirstStart(database, config)
      return await createSetupLink(database, addressOf(config))
    } finally {
      await database.destroy()
    }
  })
  const text = `Open this address to become an owner, or to get a new password as one. It can be used once, within 30 minutes:\n\n  ${link}`
  print(options, { link }, text)
}

/** Adds `dashboard` to the program. */
export const addDashboardCommand = ({ program, environmentOf }: ProgramParts): void => {
  program
    .command('dashboard')
    .description('print a link to the dashboard by which its reader becomes an owner')
    .option('--data <dir>', 'data folder (SIDENOTE_DATA, or what "sidenote where" says)')
    .option('--json', 'print JSON')
    .action((options: CommonOptions) => printLink(readConfig(environmentOf(options)), options))
}
