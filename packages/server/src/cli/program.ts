import { resolve } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { readClientConfig } from '../config.ts'
import { version } from '../version.ts'
import { addAuditCommand } from './audit.ts'
import { addBudgetCommand } from './budget.ts'
import { createClient } from './client.ts'
import { UsageError } from './command-error.ts'
import { addConversationCommands } from './conversations.ts'
import { addDoctorCommand } from './doctor/doctor.ts'
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
import { addStoreCommands } from './store/store.ts'
import { addSyncCommand } from './syncs/sync.ts'
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

const addServe = (program: Command, { environmentOf }: Pick<ProgramParts, 'environmentOf'>): void => {
  program
    .command('serve')
    .description('run the server')
    .option('--port <port>', 'port to listen on (SIDENOTE_PORT, 4000)', readPort)
    .option('--data <dir>', 'folder for everything it stores (SIDENOTE_DATA, .sidenote)')
    .action(async (options: CommonOptions & { port?: string }) => {
      const { serve } = await import('../main.ts')
      await serve({ ...environmentOf(options), ...(options.port !== undefined && { SIDENOTE_PORT: options.port }) })
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
      client: createClient(config),
      watch: createWatch(config),
      print: (json, text) => print(options, json, text),
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
      '\nserve, migrate, move, backup, restore and doctor don’t need a running server. All other commands talk to one:\nat SIDENOTE_URL, otherwise at SIDENOTE_PORT (4000) of this machine. They send SIDENOTE_ADMIN_KEY, or the administrator key\nin the data folder.',
    )
  const shared = createParts(environment, currentFolder)
  addServe(program, shared)
  const sites = program.command('sites').description('the documentation sites whose questions are answered')
  const adders = [
    addSiteCommands,
    addSecretCommands,
    addSettingsCommand,
    addSyncCommand,
    addProjectCommands,
    addJobCommands,
    addStoreCommands,
    addDoctorCommand,
    addConversationCommands,
    addPolicyCommand,
    addProveCommand,
    addKeyCommands,
    addOrganizationCommands,
    addAuditCommand,
    addLimitCommand,
    addBudgetCommand,
  ]
  for (const add of adders) add({ ...shared, program, sites })
  return program
}
