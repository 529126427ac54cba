#!/usr/bin/env node
import { resolve } from 'node:path'
import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { addAgentCommands } from './cli/agent-program.ts'
import { addAuditCommand } from './cli/audit-commands.ts'
import { createClient, createWatch, UsageError } from './cli/client.ts'
import * as commands from './cli/commands.ts'
import { addConversationCommands } from './cli/conversation-commands.ts'
import { addDoctor } from './cli/doctor-command.ts'
import { explainFailure } from './cli/explain-failure.ts'
import { addKeyCommands } from './cli/key-commands.ts'
import { addLimitCommands } from './cli/limit-commands.ts'
import { addOrganizationCommands } from './cli/organization-commands.ts'
import { print } from './cli/print.ts'
import { addSiteCommands } from './cli/site-program.ts'
import { addStoreCommands } from './cli/store-commands.ts'
import { type Environment, readClientConfig } from './config.ts'
import { version } from './version.ts'

/** pnpm runs a script in the folder of its package; paths are relative to where the command was typed. */
const typedIn = process.env.npm_lifecycle_event === 'sidenote' ? (process.env.INIT_CWD ?? process.cwd()) : process.cwd()

/** @throws UsageError for an empty path, as a shell writes a variable that is not set: it would be this very folder */
const absolute = (path: string): string => {
  if (path.trim() === '') throw new UsageError('A path is empty. Is the variable that it comes from set?')
  return resolve(typedIn, path)
}

const readPort = (text: string): string => {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new InvalidArgumentError('It must be a port.')
  return text
}

const environmentOf = ({ data }: commands.CommonOptions): Environment => ({
  ...process.env,
  ...(data !== undefined && { SIDENOTE_DATA: absolute(data) }),
})

const contextOf = (options: commands.CommonOptions): commands.CommandContext => ({
  client: createClient(readClientConfig(environmentOf(options))),
  print: (json, text) => print(options, json, text),
})

const clientCommand = (parent: Command, usage: string, description: string): Command =>
  parent
    .command(usage)
    .description(description)
    .option('--json', 'print JSON')
    .option('--data <dir>', 'data folder of the server, where its administrator key is')

// `sidenote keys list | head`: who reads may leave before everything is said. So may a terminal, and a server has still to end.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EIO') return
  // A command that has failed says so first, for its code to count.
  if (error.code === 'EPIPE') return void setImmediate(() => process.exit())
  process.stderr.write(`What was to be printed cannot be written: ${error.message}.\n`)
  process.exit(1)
})
process.stderr.on('error', () => undefined)

const program = new Command('sidenote')
  .description('Sidenote answers readers’ questions from your own documentation.')
  .version(version, '-V, --version', 'print the version')
  .addHelpText(
    'after',
    '\nserve, migrate, move, backup, restore and doctor work on their own. All other commands talk to a running server:\nSIDENOTE_URL says where it is, else it is at SIDENOTE_PORT (4000) of this machine. Its administrator key is SIDENOTE_ADMIN_KEY, or the one in its data folder.',
  )

program
  .command('serve')
  .description('run the server')
  .option('--port <port>', 'port to listen on (SIDENOTE_PORT, 4000)', readPort)
  .option('--data <dir>', 'folder for everything it stores (SIDENOTE_DATA, .sidenote)')
  .action(async (options: commands.CommonOptions & { port?: string }) => {
    const { serve } = await import('./main.ts')
    await serve({ ...environmentOf(options), ...(options.port !== undefined && { SIDENOTE_PORT: options.port }) })
  })

const sites = program.command('sites').description('the documentation sites that are answered for')

addSiteCommands({ clientCommand, contextOf, sites, absolute, environment: process.env })

clientCommand(program, 'sync <domain>', 'read the pages of a site and bring its index up to date').action(
  (domain: string, options: commands.CommonOptions) => commands.syncSite(contextOf(options), domain),
)

addAgentCommands(program, {
  ...{ clientCommand, absolute, environment: process.env },
  contextOf: (options) => ({
    ...contextOf(options),
    watch: createWatch(readClientConfig(environmentOf(options))),
    json: options.json === true,
  }),
})
addStoreCommands(program, { environmentOf, absolute })
addDoctor(program, { environmentOf })
addConversationCommands(program, { clientCommand, contextOf, sites })
addKeyCommands(program, { clientCommand, contextOf })
addOrganizationCommands(program, { clientCommand, contextOf })
addAuditCommand(program, { clientCommand, contextOf })
addLimitCommands(program, { clientCommand, contextOf, sites })

const throwAtExit = (command: Command): void => {
  command.exitOverride()
  command.commands.forEach(throwAtExit)
}

const run = async (): Promise<number> => {
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
