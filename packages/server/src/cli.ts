#!/usr/bin/env node
import { resolve } from 'node:path'
import type * as contract from '@sidenote/contract'
import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { addAgentCommands } from './cli/agent-program.ts'
import { addAuditCommand } from './cli/audit-commands.ts'
import { CommandError, createClient, createWatch, UsageError } from './cli/client.ts'
import * as commands from './cli/commands.ts'
import { collect } from './cli/commands.ts'
import { addConversationCommands } from './cli/conversation-commands.ts'
import { addDoctor } from './cli/doctor-command.ts'
import { addKeyCommands } from './cli/key-commands.ts'
import { addLimitCommands } from './cli/limit-commands.ts'
import { addOrganizationCommands } from './cli/organization-commands.ts'
import { changeSettings, type SettingsOptions } from './cli/settings-commands.ts'
import { addStoreCommands } from './cli/store-commands.ts'
import { plain, writeJson } from './cli/terminal-text.ts'
import { ConfigError, type Environment, readClientConfig } from './config.ts'

/** pnpm runs a script in the folder of its package; paths are relative to where the command was typed. */
const typedIn = process.env.npm_lifecycle_event === 'sidenote' ? (process.env.INIT_CWD ?? process.cwd()) : process.cwd()

const absolute = (path: string): string => resolve(typedIn, path)

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
  print: (json, text) => {
    process.stdout.write(`${options.json ? writeJson(json) : plain(text)}\n`)
  },
})

const clientCommand = (parent: Command, usage: string, description: string): Command =>
  parent
    .command(usage)
    .description(description)
    .option('--json', 'print JSON')
    .option('--data <dir>', 'data folder of the server, where its administrator key is')

// `sidenote keys list | head`: who reads may leave before everything is said. So may a terminal, and a server has still to end.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  if (error.code !== 'EIO') throw error
})

const program = new Command('sidenote')
  .description('Sidenote answers readers’ questions from your own documentation.')
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

interface SiteOptions extends commands.CommonOptions {
  readonly folder: string[]
  readonly git: string[]
  readonly branch?: string
  readonly docs?: string
  readonly website: string[]
  readonly openapi: string[]
  readonly allowHost: string[]
  readonly pageLanguage?: string
  readonly schedule?: string
  readonly name?: string
  readonly url?: string
  readonly origin: string[]
}

const sites = program.command('sites').description('the documentation sites that are answered for')

const isAddress = (written: string): boolean => /^https?:\/\//i.test(written)

/** The sources that the options name. */
const sourcesOf = (options: SiteOptions): contract.Source[] => {
  const { branch, docs, pageLanguage } = options
  const spoken = pageLanguage === undefined ? {} : { language: pageLanguage }
  const allowedHosts = options.allowHost.length > 0 ? { allowedHosts: options.allowHost } : {}
  const within = { ...(branch !== undefined && { branch }), ...(docs !== undefined && { folder: docs }) }
  return [
    ...options.folder.map((folder) => ({ kind: 'folder' as const, folder: absolute(folder), ...spoken })),
    ...options.git.map((written) => {
      const repository = isAddress(written) ? written : absolute(written)
      return { kind: 'git' as const, repository, ...within, ...spoken }
    }),
    ...options.website.map((url) => ({ kind: 'website' as const, url, ...allowedHosts, ...spoken })),
    ...options.openapi.map((written) => {
      const place = isAddress(written) ? { url: written, ...allowedHosts } : { file: absolute(written) }
      return { kind: 'openapi' as const, ...place, ...spoken }
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
    .option('--page-language <tag>', 'language of pages that do not say theirs, such as de; English when left out')
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
).action((domain: string, options: commands.CommonOptions) => commands.createWebhook(contextOf(options), domain))

clientCommand(sites, 'list', 'list the sites').action((options: commands.CommonOptions) =>
  commands.listSites(contextOf(options)),
)

clientCommand(sites, 'show <domain>', 'show a site').action((domain: string, options: commands.CommonOptions) =>
  commands.showSite(contextOf(options), domain),
)

clientCommand(sites, 'delete <domain>', 'delete a site with all that belongs to it')
  .option('--yes', 'do it')
  .action((domain: string, options: commands.CommonOptions & { yes?: boolean }) =>
    commands.deleteSite(contextOf(options), domain, options.yes === true),
  )

clientCommand(sites, 'identity <domain>', 'make the secret that your application signs its readers with')
  .option('--off', 'accept no signed readers any more')
  .action((domain: string, options: commands.CommonOptions & { off?: boolean }) =>
    commands.changeIdentity(contextOf(options), domain, options.off === true),
  )

clientCommand(sites, 'settings <domain>', 'change how its questions are answered; without options, print how they are')
  .option('--name <name>', 'what answers call the product')
  .option('--tone <tone>', 'how answers sound')
  .option('--instructions <text>', 'what every answer heeds; @file reads it from a file')
  .option('--term <term=meaning>', 'a word of the product; may be repeated; replaces the glossary', collect)
  .option('--never <topic>', 'a topic to decline; may be repeated; replaces the list', collect)
  .option('--support-url <url>', 'where readers find help when the documentation does not say')
  .option('--language <tag>', 'a language of answers, such as en; may be repeated; replaces the list', collect)
  .option(
    '--attachment <type>',
    'files that readers may attach, such as image/png; needs a model that reads them; may be repeated; replaces the list',
    collect,
  )
  .addHelpText('after', '\nAn empty text clears a setting: --tone ""')
  .action((domain: string, options: commands.CommonOptions & SettingsOptions) =>
    changeSettings(contextOf(options), { domain, options, folder: absolute }),
  )

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
    // What the system says of a file names it; a stack would hide that.
    const isOfSystem = error instanceof Error && 'syscall' in error
    const isExpected = error instanceof ConfigError || error instanceof CommandError || isOfSystem
    process.stderr.write(`${isExpected ? plain(error.message) : error instanceof Error ? error.stack : error}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

process.exitCode = await run()
