import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import type { Site, SiteChange, SiteRequest, SourceRequest } from '@sidenote/contract'
import { z } from 'zod'
import { updateOne } from '../../database/checked-writes.ts'
import type { Database } from '../../database/database.ts'
import type { Seal, SealedStore } from '../../database/seal.ts'
import type { SiteRow, SourceRow } from '../../database/tables.ts'
import { AppError, invalidValue, messageOf } from '../../errors.ts'
import { checkGitSettings } from '../../sources/git-settings.ts'
import { sealedTokenOf, settingsOf, tokenPurpose } from '../../sources/source.ts'
import { isTrusted, privatePlaceOf, untrusted } from '../../sources/trust.ts'
import { checkSchedule } from '../syncs/schedules.ts'
import { readWebhookPaths } from '../syncs/sync-webhooks.ts'
import { findSitesWithIdentity } from './identity.ts'

const originsSchema = z.array(z.string())

/** The web origins whose pages may use the site’s keys, or one key; none: any. */
export const originsOf = (row: Pick<SiteRow, 'origins_json'>): string[] =>
  originsSchema.parse(JSON.parse(row.origins_json))

const checkPath = async (written: string, path: string, wanted: 'file' | 'folder'): Promise<void> => {
  if (!isAbsolute(written)) throw invalidValue(path, `${path} is "${written}", but must be an absolute path.`)
  const found = await stat(written).catch(() => undefined)
  if (!found) throw invalidValue(path, `The ${wanted} "${written}" does not exist on the server’s machine.`)
  if (found.isDirectory() === (wanted === 'folder')) return
  const is = wanted === 'folder' ? 'a file' : 'a folder'
  throw invalidValue(path, `"${written}" is ${is}, but must be a ${wanted}.`)
}

/**
 * Before anything is looked for: who may not name a folder is not told whether it is there.
 *
 * @throws AppError `invalid_request`
 */
export const refuseUntrusted = async (
  database: Database,
  organizationId: string,
  sources: readonly SourceRequest[],
): Promise<void> => {
  const places = sources.map(privatePlaceOf)
  const index = places.findIndex((place) => place !== undefined)
  if (index < 0 || (await isTrusted(database, organizationId))) return
  throw invalidValue(`sources[${index}]`, untrusted(places[index] ?? ''))
}

const checkSource = async (source: SourceRequest, index: number): Promise<void> => {
  const path = `sources[${index}]`
  if (source.kind === 'folder') await checkPath(source.folder, `${path}.folder`, 'folder')
  if (source.kind === 'git') {
    try {
      checkGitSettings(source)
    } catch (error) {
      throw invalidValue(path, messageOf(error))
    }
  }
  if (source.kind !== 'openapi') return
  if ((source.file === undefined) === (source.url === undefined)) {
    throw invalidValue(path, `${path} must have either a file or a url.`)
  }
  if (source.file !== undefined) await checkPath(source.file, `${path}.file`, 'file')
}

/** Where the pages of a site are, when its sources say that. */
const addressOf = ({ url, sources }: SiteRequest): string | null => {
  if (url) return url
  const website = sources.find((source) => source.kind === 'website')
  return website ? new URL(website.url).origin : null
}

/** As a browser writes it in an `Origin` header: lower case, without a default port. */
const normalizeOrigin = (origin: string): string => new URL(origin).origin

/** Web origins as they are stored: each once, as a browser writes it. */
export const writeOrigins = (origins: readonly string[]): string =>
  JSON.stringify([...new Set(origins.map(normalizeOrigin))])

/** What is stored of a source: its token is sealed, and what `known` has for its repository stays. */
const writeSettings = (
  { kind: _kind, ...settings }: SourceRequest,
  { siteId, seal, known }: { siteId: string; seal: Seal; known: ReadonlyMap<string, string> },
): string => {
  if (!('repository' in settings)) return JSON.stringify(settings)
  const { token, ...written } = settings
  const purpose = tokenPurpose(siteId, written.repository)
  const tokenSealed = token ? seal.close(purpose, token) : token === null ? undefined : known.get(purpose)
  return JSON.stringify({ ...written, tokenSealed })
}

/** Puts these in the place of the sources that a site had. */
const storeSources = async (
  { database, seal }: SealedStore,
  siteId: string,
  sources: readonly SourceRequest[],
): Promise<SourceRow[]> => {
  const before = await database.deleteFrom('sources').where('site_id', '=', siteId).returningAll().execute()
  const known = new Map(before.map(sealedTokenOf).filter((token) => token !== undefined))
  const rows = sources.map((source, index) => ({
    // In the order of their ids the sources are as they were given: of two pages of one path the first counts.
    id: `source_${String(index).padStart(2, '0')}_${randomUUID()}`,
    site_id: siteId,
    kind: source.kind,
    settings_json: writeSettings(source, { siteId, seal, known }),
  }))
  await database.insertInto('sources').values(rows).execute()
  return rows
}

const storeSchedule = async (transaction: Database, siteId: string, cron: string | null): Promise<void> => {
  await transaction.deleteFrom('schedules').where('site_id', '=', siteId).execute()
  if (cron === null) return
  const row = { site_id: siteId, cron, since: new Date().toISOString() }
  await transaction.insertInto('schedules').values(row).execute()
}

/**
 * Adds a site with its sources. Its index is empty until the first sync.
 *
 * @throws AppError `conflict` when the domain is taken; `invalid_request` when a source cannot be read.
 */
export const createSite = async (
  { database, seal }: SealedStore,
  organizationId: string,
  request: SiteRequest,
): Promise<Site> => {
  await Promise.all(request.sources.map(checkSource))
  const schedule = request.schedule ?? null
  if (schedule !== null) checkSchedule(schedule)
  const site: SiteRow = {
    id: `site_${randomUUID()}`,
    organization_id: organizationId,
    domain: request.domain,
    name: request.name ?? request.domain,
    url: addressOf(request),
    origins_json: writeOrigins(request.origins ?? []),
    created_at: new Date().toISOString(),
    synced_at: null,
  }
  const sources = await database.transaction().execute(async (transaction) => {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('sites')
      .values(site)
      .onConflict((conflict) => conflict.columns(['organization_id', 'domain']).doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) throw new AppError('conflict', `A site "${site.domain}" exists already.`)
    await storeSchedule(transaction, site.id, schedule)
    return storeSources({ database: transaction, seal }, site.id, request.sources)
  })
  const nothingYet = { webhook: null, signedReaders: false, pages: 0, sections: 0 }
  return { ...describeSite(site), sources: sources.map(settingsOf), schedule, ...nothingYet }
}

type Counted = 'sources' | 'schedule' | 'webhook' | 'signedReaders' | 'pages' | 'sections'

const describeSite = (row: SiteRow): Omit<Site, Counted> => ({
  domain: row.domain,
  name: row.name,
  url: row.url,
  origins: originsOf(row),
  createdAt: row.created_at,
  syncedAt: row.synced_at,
})

const countBySite = async (
  database: Database,
  table: 'pages' | 'sections',
  siteIds: readonly string[],
): Promise<Map<string, number>> => {
  const rows = await database
    .selectFrom(table)
    .select((select) => ['site_id', select.fn.countAll<number>().as('count')])
    .where('site_id', 'in', siteIds)
    .groupBy('site_id')
    .execute()
  return new Map(rows.map((row) => [row.site_id, row.count]))
}

const describeSites = async (database: Database, sites: readonly SiteRow[]): Promise<Site[]> => {
  if (sites.length === 0) return []
  const ids = sites.map(({ id }) => id)
  const [sources, schedules, webhooks, signed, pages, sections] = await Promise.all([
    database.selectFrom('sources').selectAll().where('site_id', 'in', ids).orderBy('id').execute(),
    database.selectFrom('schedules').selectAll().where('site_id', 'in', ids).execute(),
    readWebhookPaths(database, ids),
    findSitesWithIdentity(database, ids),
    countBySite(database, 'pages', ids),
    countBySite(database, 'sections', ids),
  ])
  return sites.map((site) => ({
    ...describeSite(site),
    sources: sources.filter((source) => source.site_id === site.id).map(settingsOf),
    schedule: schedules.find((schedule) => schedule.site_id === site.id)?.cron ?? null,
    webhook: webhooks.get(site.id) ?? null,
    signedReaders: signed.has(site.id),
    pages: pages.get(site.id) ?? 0,
    sections: sections.get(site.id) ?? 0,
  }))
}

/** All sites of the organization, by domain. */
export const listSites = async (database: Database, organizationId: string): Promise<Site[]> => {
  const sites = database.selectFrom('sites').selectAll().where('organization_id', '=', organizationId)
  return describeSites(database, await sites.orderBy('domain').execute())
}

/** A site as it is shown. */
export const getSite = async (database: Database, site: SiteRow): Promise<Site> => {
  const [described] = await describeSites(database, [site])
  if (!described) throw noSuchSite(site.domain)
  return described
}

/**
 * Changes what a site was given; what is left out stays, what is null is taken away.
 *
 * @throws AppError `invalid_request` when a source cannot be read.
 */
export const updateSite = async ({ database, seal }: SealedStore, site: SiteRow, change: SiteChange): Promise<Site> => {
  const { name, url, origins, sources, schedule } = change
  await Promise.all((sources ?? []).map(checkSource))
  if (typeof schedule === 'string') checkSchedule(schedule)
  await database.transaction().execute(async (transaction) => {
    const row = {
      name: name === undefined ? site.name : (name ?? site.domain),
      url: url === undefined ? site.url : url,
      origins_json: origins === undefined ? site.origins_json : writeOrigins(origins ?? []),
    }
    await updateOne(transaction.updateTable('sites').set(row).where('id', '=', site.id))
    if (sources) await storeSources({ database: transaction, seal }, site.id, sources)
    if (schedule !== undefined) await storeSchedule(transaction, site.id, schedule)
  })
  return getSite(database, await findSite(database, site.organization_id, site.domain))
}

/** The ids of the sources of each site of the organization, by the site’s id. */
export const sourcesOfOrganization = async (
  database: Database,
  organizationId: string,
): Promise<Map<string, string[]>> => {
  const rows = await database
    .selectFrom('sites')
    .leftJoin('sources', 'sources.site_id', 'sites.id')
    .select(['sites.id as site', 'sources.id as source'])
    .where('sites.organization_id', '=', organizationId)
    .execute()
  const sources = new Map<string, string[]>()
  for (const { site, source } of rows) sources.set(site, [...(sources.get(site) ?? []), ...(source ? [source] : [])])
  return sources
}

/**
 * Deletes a site with all that belongs to it. Projects that name it stay, and name none any more.
 *
 * @throws AppError `not_found`
 */
export const deleteSite = async (database: Database, site: Pick<SiteRow, 'id' | 'domain'>): Promise<void> => {
  const { numDeletedRows } = await database.deleteFrom('sites').where('id', '=', site.id).executeTakeFirstOrThrow()
  if (!numDeletedRows) throw noSuchSite(site.domain)
}

/** @throws AppError `not_found` */
export const findSite = async (database: Database, organizationId: string, domain: string): Promise<SiteRow> => {
  const site = await database
    .selectFrom('sites')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('domain', '=', domain)
    .executeTakeFirst()
  if (!site) throw noSuchSite(domain)
  return site
}

/** What a domain answers that is not there, or is not the key’s. */
export const noSuchSite = (domain: string): AppError => new AppError('not_found', `There is no site "${domain}".`)
