import { readdir, realpath, rm } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { SourceRequest } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import { invalidValue } from '../../errors.ts'
import type { GivenSources } from './check-sources.ts'

/** Of the data folder: copies of the repositories of all organizations, which may be private. */
const keptFolders = ['sources', 'jobs']

const realOf = (path: string): Promise<string> => realpath(path).catch(() => resolve(path))

const pathOf = (source: SourceRequest): string | undefined => {
  if (source.kind === 'folder') return source.folder
  if (source.kind === 'openapi') return source.file
  return source.kind === 'git' && isAbsolute(source.repository) ? source.repository : undefined
}

const isIn = (folder: string, path: string): boolean => {
  const way = relative(folder, path)
  return way.split(sep)[0] !== '..' && !isAbsolute(way)
}

/** Whether who reads the pages of this folder comes to that one: dot folders are not read. */
const leadsTo = (folder: string, kept: string): boolean =>
  isIn(folder, kept) &&
  !relative(folder, kept)
    .split(sep)
    .some((part) => part.startsWith('.'))

/**
 * What the server keeps in its data folder is no source: a site would show what another organization has.
 *
 * @throws AppError `invalid_request`
 */
export const refuseKeptFolders = async ({ field, sources }: GivenSources, dataFolder: string): Promise<void> => {
  const data = await realOf(dataFolder)
  for (const [index, source] of sources.entries()) {
    const written = pathOf(source)
    if (written === undefined) continue
    const path = await realOf(written)
    const kept = keptFolders.map((name) => join(data, name)).find((one) => isIn(one, path) || leadsTo(path, one))
    if (kept === undefined) continue
    const holds = `holds, or is in, ${kept}, where the server keeps what it works on`
    throw invalidValue(`${field}[${index}]`, `"${written}" cannot be a source: it ${holds}.`)
  }
}

/** Removes what these sources have fetched. */
export const removeCopies = async (dataFolder: string, sourceIds: readonly string[]): Promise<void> => {
  await Promise.all(sourceIds.map((id) => rm(join(dataFolder, 'sources', id), { recursive: true, force: true })))
}

/** Removes what sources have fetched that are no more: those that are given anew have other ids. */
export const removeGoneCopies = async (database: Database, dataFolder: string): Promise<void> => {
  const copies = await readdir(join(dataFolder, 'sources')).catch(() => [])
  if (copies.length === 0) return
  const rows = await database.selectFrom('sources').select('id').where('id', 'in', copies).execute()
  const known = new Set(rows.map(({ id }) => id))
  await removeCopies(
    dataFolder,
    copies.filter((id) => id.startsWith('source_') && !known.has(id)),
  )
}
