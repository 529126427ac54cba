import { setTimeout as wait } from 'node:timers/promises'
import * as contract from '@sidenote/contract'
import { z } from 'zod'
import { type Client, CommandError } from './client.ts'
import { createProgress, writeReport } from './sync-report.ts'
import { writeTable } from './table.ts'

const pollMilliseconds = 250
const sitesSchema = z.object({ sites: z.array(contract.siteSchema) })
const keysSchema = z.object({ keys: z.array(contract.keySchema) })

/** What a command prints: JSON for programs, or the text for people. */
type Print = (json: unknown, text: string) => void

/** What every command is given. */
export interface CommandContext {
  readonly client: Client
  readonly print: Print
}

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

/** Makes a site’s webhook. Its secret is alone on stdout. */
export const createWebhook = async ({ client, print }: CommandContext, domain: string): Promise<void> => {
  const webhook = await client(contract.createWebhook, { params: { domain } }, contract.createdWebhookSchema)
  print(webhook, webhook.secret)
  process.stderr.write(`Send the webhook to ${webhook.path} on this server. Its secret is shown this once.\n`)
}

/** Changes a site. */
export const updateSite = async (
  { client, print }: CommandContext,
  domain: string,
  body: contract.SiteChange,
): Promise<void> => {
  const site = await client(contract.updateSite, { params: { domain }, body }, contract.siteSchema)
  print(site, `Changed ${site.domain}. Bring its index up to date with "sidenote sync ${site.domain}".`)
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

/** Creates a key. It is alone on stdout, so that a script can take it from there. */
export const createKey = async ({ client, print }: CommandContext, body: contract.KeyRequest): Promise<void> => {
  const key = await client(contract.createKey, { body }, contract.createdKeySchema)
  print(key, key.key)
  const use = key.kind === 'assistant' ? 'It is public: put it on your pages.' : 'It is secret: keep it on servers.'
  process.stderr.write(`This key (${key.id}) is shown this once. ${use}\n`)
}

const standingOf = ({ revokedAt, expiresAt }: contract.Key): string => {
  if (revokedAt) return 'revoked'
  return expiresAt && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'active'
}

/** Lists the keys. */
export const listKeys = async ({ client, print }: CommandContext): Promise<void> => {
  const { keys } = await client(contract.listKeys, {}, keysSchema)
  const rows = keys.map((key) => [
    ...[key.id, key.kind, key.site ?? '', key.name ?? '', `…${key.hint}`, standingOf(key)],
    ...[key.createdAt, key.lastUsedAt ?? 'never'],
  ])
  const headings = ['ID', 'KIND', 'SITE', 'NAME', 'KEY', 'STATUS', 'CREATED', 'LAST USED']
  print({ keys }, keys.length > 0 ? writeTable(headings, rows) : 'There are no keys.')
}

/** Revokes a key. */
export const revokeKey = async ({ client, print }: CommandContext, id: string): Promise<void> => {
  await client(contract.revokeKey, { params: { id } }, z.undefined())
  print({ id, revoked: true }, `Revoked ${id}. It is refused from now on.`)
}
