import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isBelow } from '../../pages/links.ts'
import { locate, type Place, readPlace, removePlace, writePlace } from './confined-files.ts'
import { checkPath, PathError, unreadable, unwritable } from './path.ts'

export interface WorkTreeRules {
  /** Only files below this folder may be written; empty for the whole repository. */
  readonly docsFolder: string
  /** Files outside of it that may be written all the same: the navigation. Protected names stay protected. */
  readonly alsoWritable?: readonly string[]
  /** Symbolic links and submodules of the repository: neither they nor what is below them is touched. */
  readonly foreign?: ReadonlySet<string>
  /** What was changed in this turn before: a checkpoint that `Checkout.apply` has written. */
  readonly changed?: ReadonlyMap<string, string | null>
  /** @default 1_000_000 */
  readonly maximumFileBytes?: number
  /** Files that may differ from the beginning. @default 50 */
  readonly maximumChangedFiles?: number
  /** Bytes of all changed files together. @default 1_000_000 */
  readonly maximumChangedBytes?: number
}

/** How a file of Git LFS begins: its content is elsewhere. */
const pointer = 'version https://git-lfs.github.com/spec/'

/** The files of a checkout, confined: no path leads outside, none follows a link, none reaches what decides what runs. */
export interface WorkTree {
  readonly root: string
  /** Files below `folder` in the tree, sorted. Links and what may not be read are left out. */
  list(folder?: string): Promise<string[]>
  /** Whether there is a file that may be read. */
  has(path: string): Promise<boolean>
  /** The whole text, with its byte order mark and line ends. @throws PathError */
  read(path: string): Promise<string>
  write(path: string, text: string): Promise<void>
  remove(path: string): Promise<void>
  /** Refuses to replace a file. */
  move(from: string, to: string): Promise<void>
  /** What was changed in this turn: the text now, null when removed. For checkpoints. */
  changes(): ReadonlyMap<string, string | null>
}

export function createWorkTree(root: string, rules: WorkTreeRules): WorkTree {
  const { docsFolder, alsoWritable = [], foreign = new Set<string>(), maximumFileBytes = 1_000_000 } = rules
  const changes = new Map(rules.changed)

  const readable = async (path: string): Promise<Place> => {
    const place = await locate(root, path, foreign)
    refuse(unreadable(place.path))
    return place
  }
  const writable = async (path: string): Promise<Place> => {
    const place = await locate(root, path, foreign)
    refuse(unwritable(place.path))
    if (!isBelow(docsFolder, place.path) && !alsoWritable.includes(place.path)) {
      throw new PathError(`“${place.path}” is outside of the documentation folder ${docsFolder}.`)
    }
    return place
  }
  /** Counts first: what is refused has changed nothing. */
  const record = (...changed: [string, string | null][]): void => {
    requireWithinLimits(new Map([...changes, ...changed]), rules)
    for (const [path, text] of changed) changes.set(path, text)
  }
  const requireText = (path: string, text: string): void => {
    if (Buffer.byteLength(text) > maximumFileBytes) {
      throw new PathError(`“${path}” would have more than ${maximumFileBytes} bytes.`)
    }
    if (text.includes('\0') || !text.isWellFormed()) {
      throw new PathError(`The text for “${path}” holds characters that cannot be stored.`)
    }
  }
  return {
    root,
    list: async (folder = '') => {
      const place = folder === '' ? undefined : await readable(folder)
      if (place && place.kind !== 'folder') throw new PathError(`There is no folder “${place.path}”.`)
      return listFiles(root, place?.path ?? '', foreign)
    },
    has: async (path) => {
      try {
        return (await readable(path)).kind === 'file'
      } catch (error) {
        if (error instanceof PathError) return false
        throw error
      }
    },
    read: async (path) => {
      const place = await readable(path)
      const text = await readPlace(place, maximumFileBytes)
      if (text.startsWith(pointer)) {
        throw new PathError(`“${place.path}” is kept by Git LFS: only a pointer to it is here.`)
      }
      return text
    },
    write: async (path, text) => {
      const place = await writable(path)
      if (place.kind === 'folder') throw new PathError(`“${place.path}” is a folder.`)
      requireText(place.path, text)
      record([place.path, text])
      await writePlace(root, place, text)
    },
    remove: async (path) => {
      const place = await writable(path)
      if (place.kind === 'file') record([place.path, null])
      await removePlace(place)
    },
    move: async (from, to) => {
      const [source, target] = [await writable(from), await writable(to)]
      if (target.kind !== 'none') throw new PathError(`“${target.path}” exists: a move does not replace it.`)
      const text = await readPlace(source, maximumFileBytes)
      record([target.path, text], [source.path, null])
      await writePlace(root, target, text)
      await removePlace(source)
    },
    changes: () => changes,
  }
}

function refuse(why: string | undefined): void {
  if (why) throw new PathError(why)
}

function requireWithinLimits(changes: ReadonlyMap<string, string | null>, rules: WorkTreeRules): void {
  const { maximumChangedFiles = 50, maximumChangedBytes = 1_000_000 } = rules
  if (changes.size > maximumChangedFiles) {
    throw new PathError(`A turn may change ${maximumChangedFiles} files, and has. Finish with what is done.`)
  }
  let bytes = 0
  for (const text of changes.values()) bytes += text === null ? 0 : Buffer.byteLength(text)
  if (bytes > maximumChangedBytes) {
    throw new PathError(`The files that a turn changes may have ${maximumChangedBytes} bytes together.`)
  }
}

async function listFiles(root: string, folder: string, foreign: ReadonlySet<string>): Promise<string[]> {
  const files: string[] = []
  const visit = async (path: string): Promise<void> => {
    const entries = await readdir(join(root, path), { withFileTypes: true })
    for (const entry of entries) {
      const child = path ? `${path}/${entry.name}` : entry.name
      if (foreign.has(child) || unreadable(child) || !isSpelledWell(child)) continue
      if (entry.isDirectory()) await visit(child)
      else if (entry.isFile()) files.push(child)
    }
  }
  await visit(folder)
  return files.sort()
}

function isSpelledWell(path: string): boolean {
  try {
    return checkPath(path) === path
  } catch {
    return false
  }
}
