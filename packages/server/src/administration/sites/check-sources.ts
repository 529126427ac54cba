import { stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import type { SourceRequest } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import { invalidValue, messageOf } from '../../errors.ts'
import { checkGitSettings } from '../../sources/git-settings.ts'
import { isTrusted, privatePlaceOf, untrusted } from '../../sources/trust.ts'

const checkPath = async (written: string, path: string, wanted: 'file' | 'folder'): Promise<void> => {
  if (!isAbsolute(written)) throw invalidValue(path, `${path} is "${written}", but must be an absolute path.`)
  const found = await stat(written).catch(() => undefined)
  if (!found) throw invalidValue(path, `The ${wanted} "${written}" does not exist on the server’s machine.`)
  if (found.isDirectory() === (wanted === 'folder')) return
  const is = wanted === 'folder' ? 'a file' : 'a folder'
  throw invalidValue(path, `"${written}" is ${is}, but must be a ${wanted}.`)
}

/** Sources of a request, with the field they are in. */
export interface GivenSources {
  readonly field: 'sources' | 'addSources'
  readonly sources: readonly SourceRequest[]
}

/**
 * Before anything is looked for: who may not name a folder is not told whether it is there.
 *
 * @throws AppError `invalid_request`
 */
export const refuseUntrusted = async (
  database: Database,
  organizationId: string,
  { field, sources }: GivenSources,
): Promise<void> => {
  const places = sources.map(privatePlaceOf)
  const index = places.findIndex((place) => place !== undefined)
  if (index < 0 || (await isTrusted(database, organizationId))) return
  throw invalidValue(`${field}[${index}]`, untrusted(places[index] ?? ''))
}

/**
 * Checks that a source can be read.
 *
 * @param path where it is in the request, such as `sources[0]`
 * @throws AppError `invalid_request` names the field and the value
 */
export const checkSource = async (source: SourceRequest, path: string): Promise<void> => {
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
