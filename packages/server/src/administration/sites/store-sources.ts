import { randomUUID } from 'node:crypto'
import type { SourceRequest } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import type { Seal, SealedStore } from '../../database/seal.ts'
import type { SourceRow } from '../../database/tables.ts'
import { sealedTokenOf, tokenPurpose } from '../../sources/source.ts'

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
export const storeSources = async (
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

/** Puts a schedule in place of the one that a site had; null takes it away. */
export const storeSchedule = async (transaction: Database, siteId: string, cron: string | null): Promise<void> => {
  await transaction.deleteFrom('schedules').where('site_id', '=', siteId).execute()
  if (cron === null) return
  const row = { site_id: siteId, cron, since: new Date().toISOString() }
  await transaction.insertInto('schedules').values(row).execute()
}
