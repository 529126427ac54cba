import { join } from 'node:path'
import type { Database } from '../database/database.ts'
import { readCopyBytes, removeBrokenCopies } from './git-copy.ts'

/** Where a source keeps what it fetches. @param dataFolder of the server */
export const sourceFolder = (dataFolder: string, sourceId: string): string => join(dataFolder, 'sources', sourceId)

/** The bytes that the repositories of an organization take in a data folder, without one of its sources. */
export const readCopiesBytes = async (
  database: Database,
  { dataFolder, organizationId, except }: { dataFolder: string; organizationId: string; except: string },
): Promise<number> => {
  const rows = await database
    .selectFrom('sources')
    .innerJoin('sites', 'sites.id', 'sources.site_id')
    .select('sources.id')
    .where('sites.organization_id', '=', organizationId)
    .where('sources.kind', '=', 'git')
    .where('sources.id', '!=', except)
    .execute()
  let bytes = 0
  for (const { id } of rows) bytes += await readCopyBytes(sourceFolder(dataFolder, id))
  return bytes
}

/** Removes what the sources of these sites had begun to fetch when their process was killed. */
export const removeUnfinishedCopies = async (
  database: Database,
  dataFolder: string,
  siteIds: readonly string[],
): Promise<void> => {
  if (siteIds.length === 0) return
  const rows = await database.selectFrom('sources').select('id').where('site_id', 'in', siteIds).execute()
  await removeBrokenCopies(rows.map(({ id }) => sourceFolder(dataFolder, id)))
}
