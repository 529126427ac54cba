#!/usr/bin/env node
import { resolve } from 'node:path'
import type * as contract from '@sidenote/contract'
import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { addAgentCommands } from './cli/agent-program.ts'
import { CommandError, createClient, createWatch } from './cli/client.ts'
import * as commands from './cli/commands.ts'
import { addConversationCommands } from './cli/conversation-commands.ts'
import { ConfigError, type Environment, readClientConfig } from './config.ts'

/** pnpm runs a script in the folder of its package; paths are relative to where the command was typed. */
const typedIn = process.env.npm_lifecycle_event === 'sidenote' ? (process.env.INIT_CWD ?? process.cwd()) : process.cwd()

const absolute = (path: string): string => resolve(typedIn, path)

const readPort = (text: string): string => {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new InvalidArgumentError('It must be a port.')
  return text
}

const collect = (value: string, earlier: readonly string[]): string[] => [...earlier, value]

interface CommonOptions {
  readonly data?: string
  readonly json?: boolean
}

const environmentOf = ({ data }: CommonOptions): Environment => ({
  ...process.env,
  ...(data !== undefined && { SIDENOTE_DATA: absolute(data) }),
})

const contextOf = (options: CommonOptions): commands.CommandContext => ({
  client: createClient(readClientConfig(environmentOf(options))),
  print: (json, text) => {
    process.stdout.write(`${options.json ? JSON.stringify(json, null, 2) : text}\n`)
  },
})

const clientCommand = (parent: Command, usage: string, description: string): Command =>
  parent
    .command(usage)
    .description(description)
    .option('--json', 'print JSON')
    .option('--data <dir>', 'data folder of the server, where its administrator key is')

// `sidenote keys list | head`: who reads may leave before everything is said.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

const program = new Command('sidenote')
  .description('Sidenote answers readers’ questions from your own documentation.')
  .addHelpText(
    'after',
    '\nAll commands but serve talk to a running server: SIDENOTE_URL (http://127.0.0.1:4000) says where it is, and its\nadministrator key is SIDENOTE_ADMIN_KEY, or the one in its data folder.',
  )

program
  .command('serve')
  .description('run the server')
  .option('--port <port>', 'port to listen on (SIDENOTE_PORT, 4000)', readPort)
  .option('--data <dir>', 'folder for everything it stores (SIDENOTE_DATA, .sidenote)')
  .action(async (options: CommonOptions & { port?: string }) => {
    const { serve } = await import('./main.ts')
    await serve({ ...environmentOf(options), ...(options.port !== undefined && { SIDENOTE_PORT: options.port }) })
  })

interface SiteOptions extends CommonOptions {
  readonly folder: string[]
  readonly git: string[]
  readonly branch?: string
  readonly docs?: string
  readonly website: string[]
  readonly openapi: string[]
  readonly allowHost: string[]
  readonly schedule?: string
  readonly name?: string
  readonly url?: string
  readonly origin: string[]
}

const sites = program.command('sites').description('the documentation sites that are answered for')

const isAddress = (written: string): boolean => /^https?:\/\//i.test(written)

/** The sources that the options name. */
const sourcesOf = (options: SiteOptions): contract.Source[] => {
  const { branch, docs } = options
  const allowedHosts = options.allowHost.length > 0 ? { allowedHosts: options.allowHost } : {}
  const within = { ...(branch !== undefined && { branch }), ...(docs !== undefined && { folder: docs }) }
  return [
    ...options.folder.map((folder) => ({ kind: 'folder' as const, folder: absolute(folder) })),
    ...options.git.map((written) => {
      const repository = isAddress(written) ? written : absolute(written)
      return { kind: 'git' as const, repository, ...within }
    }),
    ...options.website.map((url) => ({ kind: 'website' as const, url, ...allowedHosts })),
    ...options.openapi.map((written) => {
      const place = isAddress(written) ? { url: written, ...allowedHosts } : { file: absolute(written) }
      return { kind: 'openapi' as const, ...place }
    }),
  ]
}

const siteCommand = (usage: string, description: string): Command =>
  clientCommand(sites, usage, description)
    .option('--folder <dir>', 'folder of pages on the server’s machine; may be repeated', collect, [])
    .option('--git <repository>', 'address or absolute path of a git repository; may be repeated', collect, [])
    .option('--branch <name>', 'branch of the repositories; their default branch when left out')
    .option('--docs <dir>', 'folder of the pages in the repositories')
    .option('--website <url>', 'sitemap or start address of a website; may be repeated', collect, [])
    .option('--openapi <file or url>', 'OpenAPI document, a page for each operation; may be repeated', collect, [])
    .option('--allow-host <host>', 'host that may be read although it is not public; may be repeated', collect, [])
    .option('--schedule <cron>', 'when to sync by itself, in UTC, such as "0 * * * *"')
    .option('--name <name>', 'what readers know it as')
    .option('--url <url>', 'address of the site, for links')
    .option('--origin <url>', 'web origin that may use its keys; may be repeated; none: any', collect, [])

siteCommand('add <domain>', 'add a site').action((domain: string, options: SiteOptions, command: Command) => {
  const { name, url, schedule, origin: origins } = options
  const sources = sourcesOf(options)
  if (sources.length === 0) {
    command.error('error: --folder, --git, --website or --openapi is missing: where are the pages?')
  }
  return commands.addSite(contextOf(options), { domain, name, url, schedule, origins, sources })
})

siteCommand('update <domain>', 'change a site; what is left out stays as it is').action(
  (domain: string, options: SiteOptions) => {
    const { name, url, schedule, origin } = options
    const sources = sourcesOf(options)
    const change = { ...(sources.length > 0 && { sources }), ...(origin.length > 0 && { origins: origin }) }
    return commands.updateSite(contextOf(options), domain, { name, url, schedule, ...change })
  },
)

clientCommand(
  sites,
  'webhook <domain>',
  'make a signed webhook that syncs a site; its secret is shown this once',
).action((domain: string, options: CommonOptions) => commands.createWebhook(contextOf(options), domain))

clientCommand(sites, 'list', 'list the sites').action((options: CommonOptions) =>
  commands.listSites(contextOf(options)),
)

clientCommand(program, 'sync <domain>', 'read the pages of a site and bring its index up to date').action(
  (domain: string, options: CommonOptions) => commands.syncSite(contextOf(options), domain),
)

const keys = program.command('keys').description('the keys that open the server')

clientCommand(keys, 'create', 'create a key; it is shown this once')
  .option('--site <domain>', 'an assistant key: public, for the pages of this site')
  .option('--admin', 'an administrator key: secret, for servers')
  .option('--name <name>', 'what it is for')
  .action((options: CommonOptions & { site?: string; admin?: boolean; name?: string }, command: Command) => {
    const { site, admin = false, name } = options
    if (admin === (site !== undefined)) command.error('error: give either --site <domain> or --admin')
    return commands.createKey(contextOf(options), { kind: admin ? 'administrator' : 'assistant', site, name })
  })

clientCommand(keys, 'list', 'list the keys').action((options: CommonOptions) => commands.listKeys(contextOf(options)))

clientCommand(keys, 'revoke <id>', 'revoke a key for good').action((id: string, options: CommonOptions) =>
  commands.revokeKey(contextOf(options), id),
)

addAgentCommands(program, {
  ...{ clientCommand, absolute, environment: process.env },
  contextOf: (options) => ({
    ...contextOf(options),
    watch: createWatch(readClientConfig(environmentOf(options))),
    json: options.json === true,
  }),
})
addConversationCommands(program, { clientCommand, contextOf, sites })

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
    const isExpected = error instanceof ConfigError || error instanceof CommandError
    process.stderr.write(`${isExpected ? error.message : error instanceof Error ? error.stack : error}\n`)
    return 1
  }
}

process.exitCode = await run()
