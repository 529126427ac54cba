import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { Command, InvalidArgumentError } from 'commander'
import { ConfigError, readClientConfig, readConfig } from '../config.ts'
import { findEarlierFolder } from '../data-folder.ts'
import { version } from '../version.ts'
import { addAskCommands } from './ask/ask.ts'
import { addAuditCommand } from './audit.ts'
import { addBudgetCommand } from './budget.ts'
import { createClient, readCsv } from './client.ts'
import { UsageError } from './command-error.ts'
import { addConnectionCommands } from './connections.ts'
import { addConversationCommands } from './conversations.ts'
import { addDoctorCommand } from './doctor/doctor.ts'
import { addEvalCommand } from './evaluate/evaluate.ts'
import { addInitCommand } from './install/init.ts'
import { addWhereCommand } from './install/where.ts'
import { addJobCommands } from './jobs/jobs.ts'
import { addKeyCommands } from './keys.ts'
import { readDigits } from './options.ts'
import { addOrganizationCommands } from './organizations.ts'
import { print } from './print.ts'
import type { CommandContext, CommonOptions, Environment, ProgramParts } from './program-parts.ts'
import { addProjectCommands } from './projects/projects.ts'
import { addLimitCommand } from './sites/limits.ts'
import { addPolicyCommand } from './sites/policy.ts'
import { addProveCommand } from './sites/prove.ts'
import { addSecretCommands } from './sites/secrets.ts'
import { addSettingsCommand } from './sites/settings.ts'
import { addSiteCommands } from './sites/sites.ts'
import { addStatsCommand } from './stats.ts'
import { addDashboardCommand } from './store/dashboard.ts'
import { addStoreCommands } from './store/store.ts'
import { addSyncCommand } from './syncs/sync.ts'
import { addSyncsCommands } from './syncs/syncs.ts'
import { writeMore } from './table.ts'
import { addTryCommand } from './try/try.ts'
import { createWatch } from './watch-events.ts'

const highestPort = 65_535

const readPort = (text: string): string => {
  const port = readDigits(text)
  if (port === undefined || port > highestPort) throw new InvalidArgumentError('It must be a port.')
  return text
}

const clientCommand = (parent: Command, usage: string, description: string): Command =>
  parent
    .command(usage)
    .description(description)
    .option('--json', 'print JSON')
    .option('--data <dir>', 'data folder of the server, which has its administrator key')

interface ServeOptions extends CommonOptions {
  readonly port?: string
  readonly settings?: string
}

/** Reads a file of environment variables, such as `sidenote init` writes. @throws ConfigError */
const readSettings = async (file: string): Promise<Environment> => {
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    throw new ConfigError(`Cannot read the settings: ${cause.message}.`, { cause })
  })
  return parseEnv(text)
}

/** A server that begins anew although there is data of an earlier version would look as if it had lost everything. */
const warnOfEarlierFolder = (environment: Environment, currentFolder: string): void => {
  const earlier = environment.SIDENOTE_DATA?.trim()
    ? undefined
    : findEarlierFolder(readConfig(environment).dataFolder, currentFolder)
  if (earlier === undefined) return
  process.stderr.write(
    `${earlier} has data of an earlier version, which is not used: it depended on the folder that the command was typed in. To use it, add --data ${earlier}.\n`,
  )
}

const addServe = (
  program: Command,
  { environment, absolute }: Pick<ProgramParts, 'environment' | 'absolute'>,
): void => {
  program
    .command('serve')
    .description('run the server')
    .option('--port <port>', 'port to listen on (SIDENOTE_PORT, 4000)', readPort)
    .option('--data <dir>', 'folder for everything it stores (SIDENOTE_DATA, or what "sidenote where" says)')
    .option(
      '--settings <file>',
      'file with environment variables, as "sidenote init" writes it; those that are set win',
    )
    .action(async ({ data, port, settings }: ServeOptions) => {
      const all: Environment = {
        ...(settings !== undefined && (await readSettings(absolute(settings)))),
        ...environment,
        ...(data !== undefined && { SIDENOTE_DATA: absolute(data) }),
        ...(port !== undefined && { SIDENOTE_PORT: port }),
      }
      warnOfEarlierFolder(all, absolute('.'))
      const { serve } = await import('../main.ts')
      await serve(all)
    })
}

/** What the commands share: how they read their options, reach the server and print. */
const createParts = (environment: Environment, currentFolder: string) => {
  /** @throws UsageError for an empty path, as a shell writes a variable that isn’t set: it would mean the current folder */
  const absolute = (path: string): string => {
    if (path.trim() === '') throw new UsageError('A path is empty. Is the variable it comes from set?')
    return resolve(currentFolder, path)
  }
  const environmentOf = ({ data }: CommonOptions): Environment => ({
    ...environment,
    ...(data !== undefined && { SIDENOTE_DATA: absolute(data) }),
  })
  const contextOf = (options: CommonOptions): CommandContext => {
    const config = readClientConfig(environmentOf(options))
    return {
      url: config.url,
      client: createClient(config),
      watch: createWatch(config),
      print: (json, text) => print(options, json, text),
      printCsv: async (operation, input) => {
        const { csv, nextCursor } = await readCsv(config, operation, input)
        process.stdout.write(csv)
        if (nextCursor !== null) process.stderr.write(`${writeMore(nextCursor).trim()}\n`)
      },
      json: options.json === true,
    }
  }
  return { clientCommand, contextOf, environment, environmentOf, absolute }
}

/**
 * Creates the command line.
 *
 * @param currentFolder that paths are relative to
 */
export const createProgram = (environment: Environment, currentFolder: string): Command => {
  const program = new Command('sidenote')
    .description('Sidenote answers readers’ questions from your own documentation.')
    .version(version, '-V, --version', 'print the version')
    .addHelpText(
      'after',
      '\ntry, serve, init, where, dashboard, migrate, move, backup, restore and doctor don’t need a running server. All other commands\ntalk to one: at SIDENOTE_URL, otherwise at SIDENOTE_PORT (4000) of this machine. They send SIDENOTE_ADMIN_KEY, or the administrator key\nin the data folder.',
    )
  const shared = createParts(environment, currentFolder)
  addServe(program, shared)
  const sites = program.command('sites').description('the documentation sites whose questions are answered')
  const adders = [
    addTryCommand,
    addInitCommand,
    addWhereCommand,
    addSiteCommands,
    addSecretCommands,
    addSettingsCommand,
    addSyncCommand,
    addAskCommands,
    addSyncsCommands,
    addProjectCommands,
    addJobCommands,
    addStoreCommands,
    addDashboardCommand,
    addDoctorCommand,
    addConversationCommands,
    addStatsCommand,
    addEvalCommand,
    addPolicyCommand,
    addProveCommand,
    addKeyCommands,
    addConnectionCommands,
    addOrganizationCommands,
    addAuditCommand,
    addLimitCommand,
    addBudgetCommand,
  ]
  for (const add of adders) add({ ...shared, program, sites })
  return program
}
