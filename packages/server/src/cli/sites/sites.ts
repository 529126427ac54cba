import * as contract from '@sidenote/contract'
import type { Command } from 'commander'
import { z } from 'zod'
import { CommandError } from '../command-error.ts'
import type { CommandContext, CommonOptions, ProgramParts } from '../program-parts.ts'
import { counted } from '../syncs/sync-report.ts'
import { writeTable } from '../table.ts'
import { addSourceOptions, readSiteChange, type SiteOptions, uselessOption } from './site-options.ts'

const sitesSchema = z.object({ sites: z.array(contract.siteSchema) })

const addSite = async ({ client, print }: CommandContext, body: contract.SiteRequest): Promise<void> => {
  const site = await client(contract.createSite, { body }, contract.siteSchema)
  const open = site.origins.length === 0 ? ' It has no --origin: any web page can use its keys.' : ''
  print(site, `Added ${site.domain}.${open} Index it with "sidenote sync ${site.domain}".`)
}

const updateSite = async (
  { client, print }: CommandContext,
  domain: string,
  body: contract.SiteChange,
): Promise<void> => {
  const site = await client(contract.updateSite, { params: { domain }, body }, contract.siteSchema)
  const next = body.sources ? ` Bring its index up to date with "sidenote sync ${site.domain}".` : ''
  const open = site.origins.length === 0 && body.origins ? ' Any web page can use its keys now.' : ''
  print(site, `Changed ${site.domain}.${open}${next}`)
}

const nameOfSource = (source: contract.Source): string => {
  if (source.kind === 'folder') return source.folder
  if (source.kind === 'git') return source.repository
  return source.url ?? (source.kind === 'openapi' ? (source.file ?? '') : '')
}

const describeSource = (source: contract.Source): string =>
  source.kind === 'git' && source.hasToken ? `${source.repository} (with a token)` : nameOfSource(source)

const listSites = async ({ client, print }: CommandContext): Promise<void> => {
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

const showSite = async ({ client, print }: CommandContext, domain: string): Promise<void> => {
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

const deleteSite = async ({ client, print }: CommandContext, domain: string, isConfirmed: boolean): Promise<void> => {
  const params = { domain }
  const { pages } = await client(contract.getSite, { params }, contract.siteSchema)
  if (!isConfirmed) {
    throw new CommandError(
      `This permanently deletes the site "${domain}": ${counted(pages, 'page')}, its keys, conversations and settings. Add --yes to do it.`,
    )
  }
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
      const useless = uselessOption(options)
      if (useless) command.error(`error: ${useless}`)
      return addSite(contextOf(options), { domain, sources, ...more })
    },
  )
}

const addUpdate = ({ clientCommand, contextOf, sites, ...parts }: ProgramParts): void => {
  addSourceOptions(clientCommand(sites, 'update <domain>', 'change a site; what you leave out stays as it is'))
    .addHelpText(
      'after',
      '\nNew sources and origins replace all earlier ones; a repository keeps its token.\nAn empty text removes a value: --schedule ""',
    )
    .action((domain: string, options: SiteOptions, command: Command) => {
      const useless = uselessOption(options)
      if (useless) command.error(`error: ${useless}`)
      const change = readSiteChange(options, parts)
      if (Object.keys(change).length === 0) command.error('error: no option says what to change')
      return updateSite(contextOf(options), domain, change)
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
  clientCommand(sites, 'delete <domain>', 'delete a site and everything that belongs to it')
    .option('--yes', 'do it')
    .action((domain: string, options: CommonOptions & { yes?: boolean }) =>
      deleteSite(contextOf(options), domain, options.yes === true),
    )
}
