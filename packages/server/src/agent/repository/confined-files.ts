import { constants, type Stats } from 'node:fs'
import { lstat, mkdir, open, realpath, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { checkPath, PathError } from './path.ts'

/** What a path of a confined folder leads to. */
export interface Place {
  /** Absolute. */
  readonly file: string
  /** Relative to the root, as `checkPath` gives it. */
  readonly path: string
  readonly kind: 'file' | 'folder' | 'none'
}

/**
 * Finds what a path leads to, part by part, following no link.
 *
 * @throws PathError when the path is malformed, leads through a link or a file, or leads to something that isn't a file.
 */
export async function locate(root: string, text: string, links: ReadonlySet<string>): Promise<Place> {
  const path = checkPath(text)
  const parts = path.split('/')
  let file = await realpath(root)
  let here = ''
  for (const [index, part] of parts.entries()) {
    here = here ? `${here}/${part}` : part
    if (links.has(here)) {
      throw new PathError(`“${here}” is a symbolic link or a submodule, which the agent never touches.`)
    }
    file = join(file, part)
    const stats = await lstatOf(file)
    if (!stats) return { file: join(file, ...parts.slice(index + 1)), path, kind: 'none' }
    if (stats.isSymbolicLink()) throw new PathError(`“${here}” is a symbolic link, which the agent never follows.`)
    if (stats.isDirectory()) continue
    if (!stats.isFile()) throw new PathError(`“${here}” is neither a file nor a folder.`)
    if (index < parts.length - 1) throw new PathError(`“${here}” is a file, so nothing can be below it.`)
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

/** Reads a whole file. @throws PathError when there is no such file, it is too large, or it isn't UTF-8 text. */
export async function readPlace(place: Place, maximumBytes: number): Promise<string> {
  if (place.kind === 'none') throw new PathError(`There is no file “${place.path}”.`)
  if (place.kind === 'folder') throw new PathError(`“${place.path}” is a folder.`)
  const handle = await open(place.file, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const { size } = await handle.stat()
    if (size > maximumBytes) {
      throw new PathError(`“${place.path}” has ${size} bytes; the limit is ${maximumBytes}.`)
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

/** Writes a whole file, and creates the folders above it. */
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

/** One folder at a time: creates what `locate` found missing, never what it didn't look at. */
async function createFoldersAbove(root: string, place: Place): Promise<void> {
  let folder = await realpath(root)
  for (const part of place.path.split('/').slice(0, -1)) {
    folder = join(folder, part)
    const stats = await lstatOf(folder)
    if (!stats) await mkdir(folder)
    else if (!stats.isDirectory()) throw new PathError(`“${part}” in “${place.path}” is not a folder.`)
  }
}

/** Removes a file. @throws PathError when there is none */
export async function removePlace(place: Place): Promise<void> {
  if (place.kind === 'none') throw new PathError(`There is no file “${place.path}”.`)
  if (place.kind === 'folder') throw new PathError(`“${place.path}” is a folder. Remove its files one by one.`)
  await unlink(place.file)
}

/** Bytes: enough for every page. Nothing is compared with larger files. */
const longestText = 10_000_000

/** The text of a file, to compare with; null when there is no such file, empty when it isn't text. */
export async function readTextIfPresent(
  root: string,
  path: string,
  links: ReadonlySet<string>,
): Promise<string | null> {
  const place = await undefinedIfRefused(locate(root, path, links))
  if (place?.kind !== 'file') return null
  return (await undefinedIfRefused(readPlace(place, longestText))) ?? ''
}

const undefinedIfRefused = async <Result>(work: Promise<Result>): Promise<Result | undefined> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof PathError) return undefined
    throw error
  }
}

/** Brings files to the state of a checkpoint: a text, or null for no file. */
export async function applyFiles(
  root: string,
  files: ReadonlyMap<string, string | null>,
  links: ReadonlySet<string>,
): Promise<void> {
  // A folder may stand where a file was.
  const ordered = [...files].sort(([, one], [, other]) => Number(one !== null) - Number(other !== null))
  for (const [path, text] of ordered) {
    const place = await locate(root, path, links)
    if (text !== null) await writePlace(root, place, text)
    else if (place.kind === 'file') await removePlace(place)
  }
}
