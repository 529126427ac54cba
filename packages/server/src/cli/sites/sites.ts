import * as contract from '@sidenote/contract'
import type { Command } from 'commander'
import { z } from 'zod'
import { type ConfirmedOptions, confirm, withConfirmation } from '../confirm.ts'
import type { CommandContext, CommonOptions, ProgramParts } from '../program-parts.ts'
import { counted } from '../syncs/sync-report.ts'
import { writeTable } from '../table.ts'
import { readExistingTokens } from './existing-tokens.ts'
import {
  addListOptions,
  addSourceOptions,
  readListChange,
  readSiteChange,
  type SiteOptions,
  type SiteUpdateOptions,
  uselessOption,
} from './site-options.ts'

const sitesSchema = z.object({ sites: z.array(contract.siteSchema) })

const addSite = async ({ client, print }: CommandContext, body: contract.SiteRequest): Promise<void> => {
  const site = await client(contract.createSite, { body }, contract.siteSchema)
  const open = site.origins.length === 0 ? ' It has no --origin: any web page can use its keys.' : ''
  print(site, `Added ${site.domain}.${open} Index it with "sidenote sync ${site.domain}".`)
}

const missingFrom = (after: readonly string[], before: readonly string[]): string[] =>
  before.filter((one) => !after.includes(one))

/** Says what a site no longer has, so that nobody drops an origin or a source unnoticed. */
const describeLosses = (before: contract.Site, after: contract.Site): string => {
  const origins = missingFrom(after.origins, before.origins)
  const sources = missingFrom(after.sources.map(nameOfSource), before.sources.map(nameOfSource))
  const lost = [
    ...(origins.length > 0 ? [`the origin ${origins.join(' and ')}`] : []),
    ...(sources.length > 0 ? [`the source ${sources.join(' and ')}`] : []),
  ]
  return lost.length > 0 ? ` It no longer has ${lost.join(', and ')}.` : ''
}

const describeOpening = (before: contract.Site, after: contract.Site): string => {
  if (before.origins.length > 0 && after.origins.length === 0) return ' Any web page can use its keys now.'
  const isLimited = before.origins.length === 0 && after.origins.length > 0
  return isLimited ? ` Only pages of ${after.origins.join(' and ')} can use its keys now.` : ''
}

const updateSite = async (
  { client, print }: CommandContext,
  domain: string,
  body: contract.SiteChange,
): Promise<void> => {
  const params = { domain }
  const before = await client(contract.getSite, { params }, contract.siteSchema)
  const site = await client(contract.updateSite, { params, body }, contract.siteSchema)
  const changesSources = body.sources ?? body.addSources ?? body.removeSources
  const next = changesSources ? ` Bring its index up to date with "sidenote sync ${site.domain}".` : ''
  print(site, `Changed ${site.domain}.${describeLosses(before, site)}${describeOpening(before, site)}${next}`)
}

const nameOfSource = (source: contract.Source): string => {
  if (source.kind === 'folder') return source.folder
  if (source.kind === 'git') return source.repository
  return source.url ?? (source.kind === 'openapi' ? (source.file ?? '') : '')
}

/** All that is set of a source: branch, folder, hosts, language. */
const describeSource = (source: contract.Source): string => {
  const details = [
    ...(source.kind === 'git' && source.branch ? [`branch ${source.branch}`] : []),
    ...(source.kind === 'git' && source.folder ? [`folder ${source.folder}`] : []),
    ...(source.kind === 'git' && source.hasToken ? ['with a token'] : []),
    ...('allowedHosts' in source && source.allowedHosts?.length
      ? [`allowed hosts ${source.allowedHosts.join(' and ')}`]
      : []),
    ...(source.kind === 'website' && source.maximumPages ? [`at most ${counted(source.maximumPages, 'page')}`] : []),
    ...(source.language ? [`language ${source.language}`] : []),
  ]
  return nameOfSource(source) + (details.length > 0 ? ` (${details.join(', ')})` : '')
}

const describeSync = ({ id, status, error, startedAt, finishedAt }: NonNullable<contract.Site['lastSync']>): string =>
  `${status} at ${finishedAt ?? startedAt} (${id})${error ? `: ${error}` : ''}`

/** When the site was last in sync, and what came of a later try. */
const describeLastSync = ({ syncedAt, lastSync }: contract.Site): string => {
  const synced = syncedAt ?? 'never'
  return lastSync && lastSync.status !== 'completed' ? `${synced}; last sync ${lastSync.status}` : synced
}

const listSites = async ({ client, print }: CommandContext): Promise<void> => {
  const { sites } = await client(contract.listSites, {}, sitesSchema)
  const rows = sites.map((site) => [
    site.domain,
    site.name,
    String(site.pages),
    describeLastSync(site),
    site.origins.join(' ') || 'any',
    site.sources.map(nameOfSource).join(' '),
  ])
  const table = writeTable(['DOMAIN', 'NAME', 'PAGES', 'SYNCED', 'ORIGINS', 'SOURCES'], rows)
  print({ sites }, sites.length > 0 ? table : 'There are no sites yet. Add one with "sidenote sites add".')
}

const describeAddresses = ({ place, generator, pages, addressed, example }: contract.SyncedSource): string => {
  const named = generator ?? (addressed < pages || pages === 0 ? 'No generator was recognized' : undefined)
  const known = `${addressed} of ${counted(pages, 'page')} ${addressed === 1 ? 'has' : 'have'} a known address`
  const others = addressed < pages ? ', the others one like their file' : ''
  return `${place}: ${named ? `${named}. ` : ''}${known}${others}${example ? `, such as ${example}` : ''}`
}

const showSite = async ({ client, print }: CommandContext, domain: string): Promise<void> => {
  const site = await client(contract.getSite, { params: { domain } }, contract.siteSchema)
  const id = site.lastSync?.id
  const sync = id ? await client(contract.getSync, { params: { domain, id } }, contract.syncSchema) : undefined
  const rows = [
    ['name', site.name],
    ['url', site.url ?? 'none'],
    ['pages', String(site.pages)],
    ['sections', String(site.sections)],
    ['synced', site.syncedAt ?? 'never'],
    ...(site.lastSync ? [['last sync', describeSync(site.lastSync)]] : []),
    ['schedule', site.schedule ?? 'none'],
    ['webhook', site.webhook ?? 'none'],
    ['signed readers', site.signedReaders ? 'accepted' : 'not accepted'],
    ['origins', site.origins.join(' ') || 'any'],
    ...site.sources.map((source) => [source.kind, describeSource(source)]),
    ...(sync?.sources ?? []).map((source) => ['addresses', describeAddresses(source)]),
  ]
  print(site, writeTable([site.domain, ''], rows))
}

const deleteSite = async (
  { client, print }: CommandContext,
  domain: string,
  options: ConfirmedOptions,
): Promise<void> => {
  const params = { domain }
  const { pages } = await client(contract.getSite, { params }, contract.siteSchema)
  await confirm(
    `This permanently deletes the site "${domain}": ${counted(pages, 'page')}, its keys, conversations and settings.`,
    options,
  )
  await client(contract.deleteSite, { params }, z.undefined())
  print({ domain, deleted: true }, `Deleted the site "${domain}" and everything that belonged to it.`)
}

const addAdd = ({ clientCommand, contextOf, sites, ...parts }: ProgramParts): void => {
  addSourceOptions(clientCommand(sites, 'add <domain>', 'add a site')).action(
    (domain: string, options: SiteOptions, command: Command) => {
      const { sources = [], ...more } = readSiteChange(options, parts)
      if (sources.length === 0) {
        command.error('error: the pages are missing: give --folder, --git, --website or --openapi')
      }
      const useless = uselessOption(options, parts)
      if (useless) command.error(`error: ${useless}`)
      return addSite(contextOf(options), { domain, sources, ...more })
    },
  )
}

const addUpdate = ({ clientCommand, contextOf, sites, ...parts }: ProgramParts): void => {
  const update = clientCommand(sites, 'update <domain>', 'change a site; what you leave out stays as it is')
  addListOptions(addSourceOptions(update))
    .addHelpText(
      'after',
      '\n--folder, --git, --website, --openapi and --origin replace all earlier ones; a repository keeps its token. To keep the\nothers, use --add-… and --remove-…. --token-variable without a repository renews the token of those that are there.\nAn empty text removes a value: --schedule ""',
    )
    .action(async (domain: string, options: SiteUpdateOptions, command: Command) => {
      const context = contextOf(options)
      const useless = uselessOption(options, parts)
      const renewed = useless
        ? await readExistingTokens(context, domain, { options, environment: parts.environment })
        : undefined
      if (useless && !renewed) command.error(`error: ${useless}`)
      const change = { ...readSiteChange(options, parts), ...readListChange(options, parts), ...renewed }
      if (Object.keys(change).length === 0) command.error('error: no option says what to change')
      return updateSite(context, domain, change)
    })
}

/** Adds `sites add`, `update`, `list`, `show` and `delete` to the program. */
export const addSiteCommands = (parts: ProgramParts): void => {
  const { clientCommand, contextOf, sites } = parts
  addAdd(parts)
  addUpdate(parts)
  clientCommand(sites, 'list', 'list the sites').action((options: CommonOptions) => listSites(contextOf(options)))
  clientCommand(sites, 'show <domain>', 'show a site').action((domain: string, options: CommonOptions) =>
    showSite(contextOf(options), domain),
  )
  withConfirmation(clientCommand(sites, 'delete <domain>', 'delete a site and everything that belongs to it')).action(
    (domain: string, options: ConfirmedOptions) => deleteSite(contextOf(options), domain, options),
  )
}
