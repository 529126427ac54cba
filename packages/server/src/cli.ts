#!/usr/bin/env node
import { resolve } from 'node:path'
import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { addAuditCommand } from './cli/audit.ts'
import { addBudgetCommand } from './cli/budget.ts'
import { createClient } from './cli/client.ts'
import { UsageError } from './cli/command-error.ts'
import { addConversationCommands } from './cli/conversations.ts'
import { addDoctorCommand } from './cli/doctor/doctor.ts'
import { explainFailure } from './cli/explain-failure.ts'
import { addJobCommands } from './cli/jobs/jobs.ts'
import { addKeyCommands } from './cli/keys.ts'
import { readDigits } from './cli/options.ts'
import { addOrganizationCommands } from './cli/organizations.ts'
import { print } from './cli/print.ts'
import type { CommandContext, CommonOptions, Environment, ProgramParts } from './cli/program-parts.ts'
import { addProjectCommands } from './cli/projects/projects.ts'
import { addLimitCommand } from './cli/sites/limits.ts'
import { addPolicyCommand } from './cli/sites/policy.ts'
import { addSecretCommands } from './cli/sites/secrets.ts'
import { addSettingsCommand } from './cli/sites/settings.ts'
import { addSiteCommands } from './cli/sites/sites.ts'
import { addStoreCommands } from './cli/store/store.ts'
import { addSyncCommand } from './cli/syncs/sync.ts'
import { createWatch } from './cli/watch-events.ts'
import { readClientConfig } from './config.ts'
import { version } from './version.ts'

/** pnpm runs a script in the folder of its package, but paths are relative to the folder where the command was typed. */
const currentFolder =
  process.env.npm_lifecycle_event === 'sidenote' ? (process.env.INIT_CWD ?? process.cwd()) : process.cwd()

/** @throws UsageError for an empty path, as a shell writes a variable that isn’t set: it would mean the current folder */
const absolute = (path: string): string => {
  if (path.trim() === '') throw new UsageError('A path is empty. Is the variable it comes from set?')
  return resolve(currentFolder, path)
}

const highestPort = 65_535

const readPort = (text: string): string => {
  const port = readDigits(text)
  if (port === undefined || port > highestPort) throw new InvalidArgumentError('It must be a port.')
  return text
}

const environmentOf = ({ data }: CommonOptions): Environment => ({
  ...process.env,
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

const clientCommand = (parent: Command, usage: string, description: string): Command =>
  parent
    .command(usage)
    .description(description)
    .option('--json', 'print JSON')
    .option('--data <dir>', 'data folder of the server, which has its administrator key')

/** `sidenote keys list | head`: the reader may leave before the end. So may a terminal, but a server has to stop first. */
const surviveClosedOutput = (): void => {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EIO') return
    // A command that failed sets its exit code first.
    if (error.code === 'EPIPE') return void setImmediate(() => process.exit())
    process.stderr.write(`Cannot write the output: ${error.message}.\n`)
    process.exit(1)
  })
  process.stderr.on('error', () => undefined)
}

const addServe = (program: Command): void => {
  program
    .command('serve')
    .description('run the server')
    .option('--port <port>', 'port to listen on (SIDENOTE_PORT, 4000)', readPort)
    .option('--data <dir>', 'folder for everything it stores (SIDENOTE_DATA, .sidenote)')
    .action(async (options: CommonOptions & { port?: string }) => {
      const { serve } = await import('./main.ts')
      await serve({ ...environmentOf(options), ...(options.port !== undefined && { SIDENOTE_PORT: options.port }) })
    })
}

const createProgram = (): Command => {
  const program = new Command('sidenote')
    .description('Sidenote answers readers’ questions from your own documentation.')
    .version(version, '-V, --version', 'print the version')
    .addHelpText(
      'after',
      '\nserve, migrate, move, backup, restore and doctor don’t need a running server. All other commands talk to one:\nat SIDENOTE_URL, otherwise at SIDENOTE_PORT (4000) of this machine. They send SIDENOTE_ADMIN_KEY, or the administrator key\nin the data folder.',
    )
  addServe(program)
  const sites = program.command('sites').description('the documentation sites whose questions are answered')
  const parts: ProgramParts = {
    program,
    sites,
    clientCommand,
    contextOf,
    environment: process.env,
    environmentOf,
    absolute,
  }
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
    addKeyCommands,
    addOrganizationCommands,
    addAuditCommand,
    addLimitCommand,
    addBudgetCommand,
  ]
  for (const add of adders) add(parts)
  return program
}

const throwAtExit = (command: Command): void => {
  command.exitOverride()
  command.commands.forEach(throwAtExit)
}

const run = async (): Promise<number> => {
  surviveClosedOutput()
  const program = createProgram()
  throwAtExit(program)
  try {
    await program.parseAsync()
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    process.stderr.write(`${explainFailure(error)}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

process.exitCode = await run()
