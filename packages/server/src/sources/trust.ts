import { isAbsolute } from 'node:path'
import type { Source, SourceRequest } from '@sidenote/contract'
import type { Database } from '../database/database.ts'

/** Whether the operator lets an organization name what is on this machine and in its network. */
export const isTrusted = async (database: Database, organizationId: string): Promise<boolean> => {
  const organizations = database.selectFrom('organizations').select('trusted').where('id', '=', organizationId)
  return (await organizations.executeTakeFirst())?.trusted === 1
}

/** What a source names that is not on the public internet. */
export const privatePlaceOf = (source: Source | SourceRequest): string | undefined => {
  switch (source.kind) {
    case 'folder':
      return source.folder
    case 'git':
      return isAbsolute(source.repository) ? source.repository : undefined
    case 'website':
      return source.allowedHosts?.[0]
    case 'openapi':
      return source.file ?? source.allowedHosts?.[0]
  }
}

/** What is told of other places, with what helps. */
export const publicHostsAlone =
  'This organization may name public hosts alone. The operator of the server can change that: sidenote organizations trust.'

/** What is told of a place that only a trusted organization may name. */
export const untrusted = (place: string): string =>
  `"${place}" is on the server’s machine or in its network. ${publicHostsAlone}`
