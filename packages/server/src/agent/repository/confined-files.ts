import { constants, type Stats } from 'node:fs'
import { lstat, mkdir, open, realpath, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { checkPath, PathError } from './path.ts'

/** What stands at a path of a confined folder. */
export interface Place {
  /** Absolute. */
  readonly file: string
  /** Relative to the root, as `checkPath` gives it. */
  readonly path: string
  readonly kind: 'file' | 'folder' | 'none'
}

/**
 * Finds what a path names, part by part, following no link.
 * @throws PathError when the path is wrong, leads through a link or a file, or names something that is not a file.
 */
export async function locate(root: string, written: string, foreign: ReadonlySet<string>): Promise<Place> {
  const path = checkPath(written)
  const parts = path.split('/')
  let file = await realpath(root)
  let here = ''
  for (const [index, part] of parts.entries()) {
    here = here ? `${here}/${part}` : part
    if (foreign.has(here))
      throw new PathError(`“${here}” is a symbolic link or a submodule, which the agent leaves alone.`)
    file = join(file, part)
    const stats = await lstatOf(file)
    if (!stats) return { file: join(file, ...parts.slice(index + 1)), path, kind: 'none' }
    if (stats.isSymbolicLink()) throw new PathError(`“${here}” is a symbolic link, which is not followed.`)
    if (stats.isDirectory()) continue
    if (!stats.isFile()) throw new PathError(`“${here}” is neither a file nor a folder.`)
    if (index < parts.length - 1) throw new PathError(`“${here}” is a file: nothing can be below it.`)
    return { file, path, kind: 'file' }
  }
  return { file, path, kind: 'folder' }
}

async function lstatOf(file: string): Promise<Stats | undefined> {
  try {
    return await lstat(file)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** @throws PathError when there is no such file, when it is too large, or when it is not UTF-8 text. */
export async function readPlace(place: Place, maximumBytes: number): Promise<string> {
  if (place.kind === 'none') throw new PathError(`There is no file “${place.path}”.`)
  if (place.kind === 'folder') throw new PathError(`“${place.path}” is a folder.`)
  const handle = await open(place.file, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const { size } = await handle.stat()
    if (size > maximumBytes) {
      throw new PathError(`“${place.path}” has ${size} bytes; at most ${maximumBytes} are read.`)
    }
    return decode(await handle.readFile(), place.path)
  } finally {
    await handle.close()
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(bytes: Buffer, path: string): string {
  if (bytes.includes(0)) throw new PathError(`“${path}” is a binary file.`)
  try {
    return decoder.decode(bytes)
  } catch {
    throw new PathError(`“${path}” is not UTF-8 text.`)
  }
}

/** Writes a whole file, with the folders above it. */
export async function writePlace(root: string, place: Place, text: string): Promise<void> {
  if (place.kind === 'folder') throw new PathError(`“${place.path}” is a folder.`)
  await createFoldersAbove(root, place)
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW
  const handle = await open(place.file, flags, 0o644)
  try {
    await handle.writeFile(text)
  } finally {
    await handle.close()
  }
}

/** One folder at a time: what `locate` found missing is made, never what it did not look at. */
async function createFoldersAbove(root: string, place: Place): Promise<void> {
  let folder = await realpath(root)
  for (const part of place.path.split('/').slice(0, -1)) {
    folder = join(folder, part)
    const stats = await lstatOf(folder)
    if (!stats) await mkdir(folder)
    else if (!stats.isDirectory()) throw new PathError(`“${part}” in “${place.path}” is not a folder.`)
  }
}

export async function removePlace(place: Place): Promise<void> {
  if (place.kind === 'none') throw new PathError(`There is no file “${place.path}”.`)
  if (place.kind === 'folder') throw new PathError(`“${place.path}” is a folder: files are removed one by one.`)
  await unlink(place.file)
}

/** Enough for every page; larger files are no text that anything is compared with. */
const longestCompared = 10_000_000

/** The text of a file, to compare with; null when there is no such file, empty when it is no text. */
export async function readIfAny(root: string, path: string, foreign: ReadonlySet<string>): Promise<string | null> {
  const place = await unlessRefused(locate(root, path, foreign))
  if (place?.kind !== 'file') return null
  return (await unlessRefused(readPlace(place, longestCompared))) ?? ''
}

const unlessRefused = async <Result>(work: Promise<Result>): Promise<Result | undefined> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof PathError) return undefined
    throw error
  }
}

/** Brings files to a recorded state: a text, or null for a file that is gone. */
export async function applyFiles(
  root: string,
  files: ReadonlyMap<string, string | null>,
  foreign: ReadonlySet<string>,
): Promise<void> {
  // A folder may stand where a file was.
  const ordered = [...files].sort(([, one], [, other]) => Number(one !== null) - Number(other !== null))
  for (const [path, text] of ordered) {
    const place = await locate(root, path, foreign)
    if (text !== null) await writePlace(root, place, text)
    else if (place.kind === 'file') await removePlace(place)
  }
}
