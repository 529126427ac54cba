import type { SourceRow } from '../../database/tables.ts'
import { folderSource } from './folder.ts'
import type { Source } from './source.ts'

/** Opens a stored source by its kind. */
export function openSource(row: Pick<SourceRow, 'settings_json'>): Source {
  const settings: { folder: string } = JSON.parse(row.settings_json)
  return folderSource(settings.folder)
}
