import type * as contract from '@sidenote/contract'
import type { Command } from 'commander'
import { UsageError } from './client.ts'
import * as commands from './commands.ts'
import { type CommonOptions, collect, type Environment, type SiteParts, secretFrom } from './commands.ts'
import { changeSettings, type SettingsOptions } from './settings-commands.ts'

/** What the program lends to its site commands. */
interface SiteProgramParts extends SiteParts {
  /** A path as it was typed, made absolute. */
  readonly absolute: (path: string) => string
  readonly environment: Environment
}

interface SiteOptions extends CommonOptions {
  readonly folder?: string[]
  readonly git?: string[]
  readonly branch?: string
  readonly docs?: string
  readonly tokenVariable?: string
  readonly tokenUser?: string
  readonly website?: string[]
  readonly openapi?: string[]
  readonly allowHost?: string[]
  readonly pageLanguage?: string
  readonly schedule?: string
  readonly name?: string
  readonly url?: string
  readonly origin?: string[]
}

const isAddress = (written: string): boolean => /^https?:\/\//i.test(written)

/** `git@github.com:acme/docs.git`, or `ssh://…`: the server reads repositories by https alone. */
const sshAddress = /^(?:(?:ssh|git|git\+ssh):\/\/)?(?:[\w.-]+@)?([\w.-]+\.\w+)(?::\d+)?[:/]([^:]+)$/i

/** An address as it is; a path made absolute. @throws UsageError for an address of another kind */
const repositoryOf = (written: string, absolute: SiteProgramParts['absolute']): string => {
  if (isAddress(written)) return written
  const [, host, path] = (/[@:]/.test(written) && sshAddress.exec(written)) || []
  if (!host || !path) return absolute(written)
  throw new UsageError(
    `--git is "${written}", but must be an https address, such as https://${host}/${path}, or a path.`,
  )
}

type SourceParts = Pick<SiteProgramParts, 'absolute' | 'environment'>

/** How repositories are signed in to; an empty name of the variable takes the token away. */
const accessOf = ({ tokenVariable, tokenUser }: SiteOptions, environment: Environment) => ({
  ...(tokenVariable !== undefined && { token: tokenVariable === '' ? null : secretFrom(environment, tokenVariable) }),
  ...(tokenUser !== undefined && { user: tokenUser }),
})

/** The sources that the options name. */
const sourcesOf = (options: SiteOptions, { absolute, environment }: SourceParts): contract.SourceRequest[] => {
  const { branch, docs, pageLanguage, folder = [], git = [], website = [], openapi = [], allowHost } = options
  const spoken = pageLanguage === undefined ? {} : { language: pageLanguage }
  const allowedHosts = allowHost === undefined ? {} : { allowedHosts: allowHost }
  const within = { ...(branch !== undefined && { branch }), ...(docs !== undefined && { folder: docs }) }
  const access = accessOf(options, environment)
  return [
    ...folder.map((one) => ({ kind: 'folder' as const, folder: absolute(one), ...spoken })),
    ...git.map((written) => {
      const repository = repositoryOf(written, absolute)
      return { kind: 'git' as const, repository, ...within, ...(isAddress(repository) && access), ...spoken }
    }),
    ...website.map((url) => ({ kind: 'website' as const, url, ...allowedHosts, ...spoken })),
    ...openapi.map((written) => {
      const place = isAddress(written) ? { url: written, ...allowedHosts } : { file: absolute(written) }
      return { kind: 'openapi' as const, ...place, ...spoken }
    }),
  ]
}

/** What would say nothing, because it is about a source that is not named. */
const idleOption = (options: SiteOptions): string | undefined => {
  const { git = [], website = [], openapi = [], folder = [] } = options
  if (options.branch !== undefined && git.length === 0) return '--branch needs --git'
  if (options.docs !== undefined && git.length === 0) return '--docs needs --git'
  const isSignedIn = options.tokenVariable !== undefined || options.tokenUser !== undefined
  const hosts = new Set(git.filter(isAddress).map((address) => URL.parse(address)?.origin))
  if (isSignedIn && hosts.size === 0) {
    return `${options.tokenVariable === undefined ? '--token-user' : '--token-variable'} needs --git with an address`
  }
  if (options.tokenVariable && hosts.size > 1) return '--token-variable is for one host, but --git names several'
  if (options.allowHost && website.length === 0 && !openapi.some(isAddress)) {
    return '--allow-host needs --website, or --openapi with an address'
  }
  const named = folder.length + git.length + website.length + openapi.length
  return options.pageLanguage !== undefined && named === 0
    ? '--page-language needs the sources that it is about'
    : undefined
}

const orNull = (text: string | undefined): string | null | undefined => (text === '' ? null : text)

/** What the options say about a site, without its domain; an empty text takes away what there was. */
const changeOf = (options: SiteOptions, parts: SourceParts): contract.SiteChange => {
  const { name, url, schedule, origin } = options
  const sources = sourcesOf(options, parts)
  return {
    ...(name !== undefined && { name: orNull(name) }),
    ...(url !== undefined && { url: orNull(url) }),
    ...(schedule !== undefined && { schedule: orNull(schedule) }),
    ...(origin && { origins: origin.filter((one) => one !== '') }),
    ...(sources.length > 0 && { sources }),
  }
}

const addSources = (command: Command): Command =>
  command
    .option('--folder <dir>', 'folder of pages on the server’s machine; may be repeated', collect)
    .option('--git <repository>', 'address or absolute path of a git repository; may be repeated', collect)
    .option('--branch <name>', 'branch of the repositories; their default branch when left out')
    .option('--docs <dir>', 'folder of the pages in the repositories')
    .option('--token-variable <name>', 'environment variable that holds the token of private repositories')
    .option('--token-user <name>', 'name that goes with the token, where the host looks at it (x-access-token)')
    .option('--website <url>', 'sitemap or start address of a website; may be repeated', collect)
    .option('--openapi <file or url>', 'OpenAPI document, a page for each operation; may be repeated', collect)
    .option(
      '--page-language <tag>',
      'language of pages that do not say theirs, such as de; told by their words when left out',
    )
    .option('--allow-host <host>', 'host that may be read although it is not public; may be repeated', collect)
    .option('--schedule <cron>', 'when to sync by itself, in UTC, such as "0 * * * *"')
    .option('--name <name>', 'what readers know it as')
    .option('--url <url>', 'address of the site, for links')
    .option('--origin <url>', 'web origin that may use its keys; may be repeated; none: any', collect)

const addAddAndUpdate = (parts: SiteProgramParts): void => {
  const { clientCommand, contextOf, sites } = parts
  addSources(clientCommand(sites, 'add <domain>', 'add a site')).action(
    (domain: string, options: SiteOptions, command: Command) => {
      const { sources = [], ...more } = changeOf(options, parts)
      if (sources.length === 0) {
        command.error('error: --folder, --git, --website or --openapi is missing: where are the pages?')
      }
      const idle = idleOption(options)
      if (idle) command.error(`error: ${idle}`)
      return commands.addSite(contextOf(options), { domain, sources, ...more })
    },
  )
  addSources(clientCommand(sites, 'update <domain>', 'change a site; what is left out stays as it is'))
    .addHelpText(
      'after',
      '\nThe sources and origins that are given take the place of all earlier ones; a repository keeps its token.\nAn empty text takes away what there was: --schedule ""',
    )
    .action((domain: string, options: SiteOptions, command: Command) => {
      const idle = idleOption(options)
      if (idle) command.error(`error: ${idle}`)
      const change = changeOf(options, parts)
      if (Object.keys(change).length === 0) command.error('error: no option says what to change')
      return commands.updateSite(contextOf(options), domain, change)
    })
}

const addSettings = ({ clientCommand, contextOf, sites, absolute }: SiteProgramParts): void => {
  clientCommand(
    sites,
    'settings <domain>',
    'change how its questions are answered; without options, print how they are',
  )
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
    .action((domain: string, options: CommonOptions & SettingsOptions) =>
      changeSettings(contextOf(options), { domain, options, folder: absolute }),
    )
}

interface OffOptions extends CommonOptions {
  readonly off?: boolean
}

/** Adds `sites add`, `update`, `list`, `show`, `delete`, `webhook`, `identity` and `settings` to the program. */
export const addSiteCommands = (parts: SiteProgramParts): void => {
  const { clientCommand, contextOf, sites } = parts
  addAddAndUpdate(parts)
  clientCommand(sites, 'list', 'list the sites').action((options: CommonOptions) =>
    commands.listSites(contextOf(options)),
  )
  clientCommand(sites, 'show <domain>', 'show a site').action((domain: string, options: CommonOptions) =>
    commands.showSite(contextOf(options), domain),
  )
  clientCommand(sites, 'delete <domain>', 'delete a site with all that belongs to it')
    .option('--yes', 'do it')
    .action((domain: string, options: CommonOptions & { yes?: boolean }) =>
      commands.deleteSite(contextOf(options), domain, options.yes === true),
    )
  clientCommand(sites, 'webhook <domain>', 'make a signed webhook that syncs a site; its secret is shown this once')
    .option('--off', 'remove the webhook')
    .addHelpText('after', '\nA new webhook takes the place of the earlier one.')
    .action((domain: string, options: OffOptions) =>
      commands.changeWebhook(contextOf(options), domain, options.off === true),
    )
  clientCommand(sites, 'identity <domain>', 'make the secret that your application signs its readers with')
    .option('--off', 'accept no signed readers any more')
    .addHelpText('after', '\nA new secret takes the place of the earlier one.')
    .action((domain: string, options: OffOptions) =>
      commands.changeIdentity(contextOf(options), domain, options.off === true),
    )
  addSettings(parts)
}
