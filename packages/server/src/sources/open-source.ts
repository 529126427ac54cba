import type { Database } from '../database/database.ts'
import type { Seal } from '../database/seal.ts'
import type { SourceRow } from '../database/tables.ts'
import type { ReadingLane } from '../reading/reading.ts'
import { folderSource } from './folder.ts'
import { gitSource } from './git.ts'
import { openApiSource } from './openapi-source.ts'
import { type CopyContext, type Source, type SourceContext, sealedTokenOf, settingsOf } from './source.ts'
import { privatePlaceOf, untrusted } from './trust.ts'
import { openVisits } from './website/visits.ts'
import { websiteSource } from './website/website.ts'

/** What sources work with. */
interface SourceParts {
  readonly database: Database
  readonly reading: ReadingLane
  /** Opens the tokens of repositories. */
  readonly seal?: Seal | undefined
}

/** Opens a stored source by its kind. @throws Error when its token cannot be opened, or it may not be read */
export function openSource(
  { database, reading, seal }: SourceParts,
  row: SourceRow,
  context: SourceContext & CopyContext,
): Source {
  const settings = settingsOf(row)
  const place = context.publicOnly ? privatePlaceOf(settings) : undefined
  if (place !== undefined) throw new Error(untrusted(place))
  switch (settings.kind) {
    case 'folder':
      return folderSource(reading, settings.folder, context)
    case 'git':
      return gitSource(reading, { ...settings, token: openToken(seal, row) }, context)
    case 'website':
      return websiteSource(settings, context, { reading, visits: openVisits(database, row.id) })
    case 'openapi':
      return openApiSource(reading, settings)
  }
}

function openToken(seal: Seal | undefined, row: SourceRow): string | undefined {
  const token = sealedTokenOf(row)
  return token && seal?.open(...token)
}
