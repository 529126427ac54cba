import type { Database } from '../../database/database.ts'
import type { SourceRow } from '../../database/tables.ts'
import { folderSource } from './folder.ts'
import { gitSource } from './git.ts'
import { openApiSource } from './openapi/openapi.ts'
import { type Source, type SourceContext, settingsOf } from './source.ts'
import { openVisits } from './website/visits.ts'
import { websiteSource } from './website/website.ts'

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
