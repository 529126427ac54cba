import { setTimeout as wait } from 'node:timers/promises'
import * as contract from '@sidenote/contract'
import { type Command, InvalidArgumentError } from 'commander'
import { z } from 'zod'
import { type Client, CommandError } from './client.ts'
import { counted, createProgress, writeReport } from './sync-report.ts'
import { writeTable } from './table.ts'

const pollMilliseconds = 250
const sitesSchema = z.object({ sites: z.array(contract.siteSchema) })

/** What a command prints: JSON for programs, or the text for people. */
type Print = (json: unknown, text: string) => void

/** What every command is given. */
export interface CommandContext {
  readonly client: Client
  readonly print: Print
}

/** The options that every command has. */
export interface CommonOptions {
  readonly data?: string
  readonly json?: boolean
}

/** What a file of commands needs to add its own to the program. */
export interface ProgramParts {
  /** Adds a command with the options that all have. */
  readonly clientCommand: (parent: Command, usage: string, description: string) => Command
  readonly contextOf: (options: CommonOptions) => CommandContext
}

/** The same for commands of a site. */
export interface SiteParts extends ProgramParts {
  /** `sites`, which gets a command more. */
  readonly sites: Command
}

/** The environment variables of the command. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The secret that a variable holds, whose name is all that the list of processes shows. @throws CommandError */
export const secretFrom = (environment: Environment, name: string): string => {
  const value = environment[name]
  if (!value) throw new CommandError(`The environment variable ${name} is not set.`)
  return value
}

/** Reads an option that is a number of days. */
export const readDays = (text: string): number => {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (days < 1 || days > 3_650) throw new InvalidArgumentError('It must be a whole number of days, from 1 to 3650.')
  return days
}

/** Reads an option that may be repeated. */
export const collect = (value: string, earlier: readonly string[] = []): string[] => [...earlier, value]

/** Adds a site. */
export const addSite = async ({ client, print }: CommandContext, body: contract.SiteRequest): Promise<void> => {
  const site = await client(contract.createSite, { body }, contract.siteSchema)
  const open = site.origins.length === 0 ? ' It lists no --origin: any web page may use its keys.' : ''
  print(site, `Added ${site.domain}.${open} Index it with "sidenote sync ${site.domain}".`)
}

const nameOfSource = (source: contract.Source): string => {
  if (source.kind === 'folder') return source.folder
  if (source.kind === 'git') return source.repository
  return source.url ?? (source.kind === 'openapi' ? (source.file ?? '') : '')
}

const describeSource = (source: contract.Source): string =>
  source.kind === 'git' && source.hasToken ? `${source.repository} (with a token)` : nameOfSource(source)

/** Makes a site’s webhook, whose secret is alone on stdout; or takes it away. */
export const changeWebhook = async (
  { client, print }: CommandContext,
  domain: string,
  isOff: boolean,
): Promise<void> => {
  const params = { domain }
  if (isOff) {
    await client(contract.deleteWebhook, { params }, z.undefined())
    return print({ domain, webhook: null }, `${domain} has no webhook any more.`)
  }
  const webhook = await client(contract.createWebhook, { params }, contract.createdWebhookSchema)
  print(webhook, webhook.secret)
  process.stderr.write(`Send the webhook to ${webhook.path} on this server. Its secret is shown this once.\n`)
}

/** Makes the secret that readers of a site are signed with, alone on stdout; or takes it away. */
export const changeIdentity = async (
  { client, print }: CommandContext,
  domain: string,
  isOff: boolean,
): Promise<void> => {
  const params = { domain }
  if (isOff) {
    await client(contract.deleteIdentity, { params }, z.undefined())
    return print({ domain, identity: false }, `Signed readers are not accepted on ${domain} any more.`)
  }
  const identity = await client(contract.createIdentity, { params }, contract.createdIdentitySchema)
  print(identity, identity.secret)
  process.stderr.write('This secret is shown this once. Keep it on the server that signs in your readers.\n')
}

/** Changes a site. */
export const updateSite = async (
  { client, print }: CommandContext,
  domain: string,
  body: contract.SiteChange,
): Promise<void> => {
  const site = await client(contract.updateSite, { params: { domain }, body }, contract.siteSchema)
  const next = body.sources ? ` Bring its index up to date with "sidenote sync ${site.domain}".` : ''
  const open = site.origins.length === 0 && body.origins ? ' Any web page may use its keys now.' : ''
  print(site, `Changed ${site.domain}.${open}${next}`)
}

/** Shows a site. */
export const showSite = async ({ client, print }: CommandContext, domain: string): Promise<void> => {
  const site = await client(contract.getSite, { params: { domain } }, contract.siteSchema)
  const rows = [
    ['name', site.name],
    ['url', site.url ?? 'none'],
    ['pages', String(site.pages)],
    ['sections', String(site.sections)],
    ['synced', site.syncedAt ?? 'never'],
    ['schedule', site.schedule ?? 'none'],
    ['webhook', site.webhook ?? 'none'],
    ['signed readers', site.signedReaders ? 'accepted' : 'not accepted'],
    ['origins', site.origins.join(' ') || 'any'],
    ...site.sources.map((source) => [source.kind, describeSource(source)]),
  ]
  print(site, writeTable([site.domain, ''], rows))
}

/** Deletes a site, when that is meant. */
export const deleteSite = async (
  { client, print }: CommandContext,
  domain: string,
  isMeant: boolean,
): Promise<void> => {
  const params = { domain }
  const { pages } = await client(contract.getSite, { params }, contract.siteSchema)
  if (!isMeant) {
    throw new CommandError(
      `This deletes the site "${domain}" for good: ${counted(pages, 'page')}, its keys, conversations and settings. Say --yes to do it.`,
    )
  }
  await client(contract.deleteSite, { params }, z.undefined())
  print({ domain, deleted: true }, `Deleted the site "${domain}" with all that belonged to it.`)
}

/** Lists the sites. */
export const listSites = async ({ client, print }: CommandContext): Promise<void> => {
  const { sites } = await client(contract.listSites, {}, sitesSchema)
  const rows = sites.map((site) => [
    site.domain,
    site.name,
    String(site.pages),
    site.syncedAt ?? 'never',
    site.origins.join(' ') || 'any',
    site.sources.map(nameOfSource).join(' '),
  ])
  const table = writeTable(['DOMAIN', 'NAME', 'PAGES', 'SYNCED', 'ORIGINS', 'SOURCES'], rows)
  print({ sites }, sites.length > 0 ? table : 'There are no sites yet. Add one with "sidenote sites add".')
}

/** Syncs a site, shows how far it is, and reports what it came to. */
export const syncSite = async ({ client, print }: CommandContext, domain: string): Promise<void> => {
  const progress = createProgress(process.stderr)
  let sync = await client(contract.startSync, { params: { domain } }, contract.syncSchema)
  const params = { domain, id: sync.id }
  while (sync.status === 'running') {
    progress.show(sync)
    await wait(pollMilliseconds)
    sync = await client(contract.getSync, { params }, contract.syncSchema)
  }
  progress.end()
  print(sync, writeReport(sync))
  if (sync.status === 'failed') throw new CommandError(`The sync of ${domain} failed.`)
}
