#!/usr/bin/env node
import { resolve } from 'node:path'
import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { CommandError, createClient } from './cli/client.ts'
import * as commands from './cli/commands.ts'
import { type SettingsOptions, updateSite } from './cli/settings-commands.ts'
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
  readonly name?: string
  readonly url?: string
  readonly origin: string[]
}

const sites = program.command('sites').description('the documentation sites that are answered for')

clientCommand(sites, 'add <domain>', 'add a site')
  .option('--folder <dir>', 'folder of Markdown or MDX pages on the server’s machine; may be repeated', collect, [])
  .option('--name <name>', 'what readers know it as')
  .option('--url <url>', 'address of the site, for links')
  .option('--origin <url>', 'web origin that may use its keys; may be repeated; none: any', collect, [])
  .action((domain: string, options: SiteOptions, command: Command) => {
    const { name, url, origin: origins } = options
    if (options.folder.length === 0) command.error('error: --folder is missing: where are the pages?')
    const sources = options.folder.map((folder) => ({ kind: 'folder' as const, folder: absolute(folder) }))
    return commands.addSite(contextOf(options), { domain, name, url, origins, sources })
  })

clientCommand(sites, 'list', 'list the sites').action((options: CommonOptions) =>
  commands.listSites(contextOf(options)),
)

const collectFew = (value: string, earlier: readonly string[] = []): string[] => collect(value, earlier)

clientCommand(sites, 'update <domain>', 'change how its questions are answered; without options, print how they are')
  .option('--name <name>', 'what answers call the product')
  .option('--tone <tone>', 'how answers sound')
  .option('--instructions <text>', 'what every answer heeds; @file reads it from a file')
  .option('--term <term=meaning>', 'a word of the product; may be repeated; replaces the glossary', collectFew)
  .option('--never <topic>', 'a topic to decline; may be repeated; replaces the list', collectFew)
  .option('--support-url <url>', 'where readers find help when the documentation does not say')
  .option('--language <tag>', 'a language of answers, such as en; may be repeated; replaces the list', collectFew)
  .addHelpText('after', '\nAn empty text clears a setting: --tone ""')
  .action((domain: string, options: CommonOptions & SettingsOptions) =>
    updateSite(contextOf(options), { domain, options, folder: absolute }),
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
