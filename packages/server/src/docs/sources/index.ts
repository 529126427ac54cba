import { type Source as SourceSettings, sourceSchema } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import type { SourceRow } from '../../database/tables.ts'
import { folderSource } from './folder.ts'
import { gitSource } from './git.ts'
import { openApiSource } from './openapi/openapi.ts'
import type { Source, SourceContext } from './source.ts'
import { openVisits } from './website/visits.ts'
import { websiteSource } from './website/website.ts'

/** What a stored source was given. */
export const settingsOf = (row: Pick<SourceRow, 'kind' | 'settings_json'>): SourceSettings =>
  sourceSchema.parse({ ...JSON.parse(row.settings_json), kind: row.kind })

/** Opens a stored source by its kind. */
export function openSource(
  database: Database,
  row: Pick<SourceRow, 'id' | 'kind' | 'settings_json'>,
  context: SourceContext,
): Source {
  const settings = settingsOf(row)
  switch (settings.kind) {
    case 'folder':
      return folderSource(settings.folder, context)
    case 'git':
      return gitSource(settings, context)
    case 'website':
      return websiteSource(settings, context, { visits: openVisits(database, row.id) })
    case 'openapi':
      return openApiSource(settings)
  }
}
