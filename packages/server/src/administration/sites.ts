import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { type Site, type SiteRequest, type Source, sourceSchema } from '@sidenote/contract'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import type { SiteRow, SourceRow } from '../database/tables.ts'
import { AppError } from '../errors.ts'

const originsSchema = z.array(z.string())
const settingsSchema = z.looseObject({})

/** The web origins whose pages may use the site’s keys; none: any. */
export const originsOf = (site: Pick<SiteRow, 'origins_json'>): string[] =>
  originsSchema.parse(JSON.parse(site.origins_json))

const readSource = (row: Pick<SourceRow, 'kind' | 'settings_json'>): Source =>
  sourceSchema.parse({ ...settingsSchema.parse(JSON.parse(row.settings_json)), kind: row.kind })

const refuseSource = (index: number, message: string): AppError =>
  new AppError('invalid_request', message, { issues: [{ path: `sources[${index}].folder`, message }] })

const checkSource = async ({ folder }: Source, index: number): Promise<void> => {
  if (!isAbsolute(folder)) {
    throw refuseSource(index, `sources[${index}].folder is "${folder}", but must be an absolute path.`)
  }
  const found = await stat(folder).catch(() => undefined)
  if (!found) throw refuseSource(index, `The folder "${folder}" does not exist on the server’s machine.`)
  if (!found.isDirectory()) throw refuseSource(index, `"${folder}" is a file, but must be a folder.`)
}

/** As a browser writes it in an `Origin` header: lower case, without a default port. */
const normalizeOrigin = (origin: string): string => new URL(origin).origin

/**
 * Adds a site with its sources. Its index is empty until the first sync.
 *
 * @throws AppError `conflict` when the domain is taken; `invalid_request` when a folder is not there.
 */
export const createSite = async (database: Database, organizationId: string, request: SiteRequest): Promise<Site> => {
  await Promise.all(request.sources.map(checkSource))
  const site: SiteRow = {
    id: `site_${randomUUID()}`,
    organization_id: organizationId,
    domain: request.domain,
    name: request.name ?? request.domain,
    url: request.url ?? null,
    origins_json: JSON.stringify([...new Set((request.origins ?? []).map(normalizeOrigin))]),
    created_at: new Date().toISOString(),
    synced_at: null,
  }
  await database.transaction().execute(async (transaction) => {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('sites')
      .values(site)
      .onConflict((conflict) => conflict.columns(['organization_id', 'domain']).doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) throw new AppError('conflict', `A site "${site.domain}" exists already.`)
    for (const { kind, ...settings } of request.sources) {
      const source = { id: `source_${randomUUID()}`, site_id: site.id, kind, settings_json: JSON.stringify(settings) }
      await transaction.insertInto('sources').values(source).execute()
    }
  })
  return { ...describeSite(site), sources: request.sources, pages: 0, sections: 0 }
}

const describeSite = (row: SiteRow): Omit<Site, 'sources' | 'pages' | 'sections'> => ({
  domain: row.domain,
  name: row.name,
  url: row.url,
  origins: originsOf(row),
  createdAt: row.created_at,
  syncedAt: row.synced_at,
})

const countBySite = async (database: Database, table: 'pages' | 'sections'): Promise<Map<string, number>> => {
  const rows = await database
    .selectFrom(table)
    .select((select) => ['site_id', select.fn.countAll<number>().as('count')])
    .groupBy('site_id')
    .execute()
  return new Map(rows.map((row) => [row.site_id, row.count]))
}

/** All sites of the organization, by domain. */
export const listSites = async (database: Database, organizationId: string): Promise<Site[]> => {
  const sites = await database
    .selectFrom('sites')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('domain')
    .execute()
  const sources = await database.selectFrom('sources').selectAll().orderBy('id').execute()
  const pages = await countBySite(database, 'pages')
  const sections = await countBySite(database, 'sections')
  return sites.map((site) => ({
    ...describeSite(site),
    sources: sources.filter((source) => source.site_id === site.id).map(readSource),
    pages: pages.get(site.id) ?? 0,
    sections: sections.get(site.id) ?? 0,
  }))
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
