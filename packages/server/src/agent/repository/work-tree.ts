import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { locate, type Place, readPlace, removePlace, writePlace } from './confined-files.ts'
import { checkPath, PathError, unreadable } from './path.ts'
import { type FileAction, openWritableFiles, type WritableKind, type WritableRules } from './writable.ts'

/** What a turn may do with the files of its checkout. */
export interface WorkTreeRules extends WritableRules {
  /** Symbolic links and submodules of the repository: neither they nor what is below them is touched. */
  readonly links?: ReadonlySet<string>
  /** What the turn changed before: a checkpoint that `Checkout.apply` wrote. */
  readonly checkpoint?: ReadonlyMap<string, string | null>
  /** @default 1_000_000 */
  readonly maximumFileBytes?: number
  /** Files that the turn may change. @default 50 */
  readonly maximumChangedFiles?: number
  /** Bytes of all changed files together. @default 1_000_000 */
  readonly maximumChangedBytes?: number
}

/** How a file of Git LFS begins: its content is elsewhere. */
const lfsPointer = 'version https://git-lfs.github.com/spec/'

/** The files of a checkout, confined: no path leads outside, none follows a link, and only what is allowed by name is written. */
export interface WorkTree {
  /** Files below `folder`, sorted. Links and what may not be read are left out. */
  list(folder?: string): Promise<string[]>
  /** Whether there is a file that may be read. */
  has(path: string): Promise<boolean>
  /** The whole text, with its byte order mark and line ends. @throws PathError */
  read(path: string): Promise<string>
  /** What makes a file writable. @throws PathError when it isn't */
  requireWritable(path: string): Promise<WritableKind>
  /** @throws PathError */
  write(path: string, text: string): Promise<void>
  /** Refuses to remove what configures the site. @throws PathError */
  remove(path: string): Promise<void>
  /** Refuses to replace a file, and to move what configures the site. @throws PathError */
  move(from: string, to: string): Promise<void>
  /** What the turn changed: the text now, null when removed. For checkpoints. */
  changes(): ReadonlyMap<string, string | null>
}

/** Confines a turn to the files that it may read and write, and counts what it changes. */
export const createWorkTree = (root: string, rules: WorkTreeRules): WorkTree => {
  const { links = new Set<string>(), maximumFileBytes = 1_000_000 } = rules
  const changes = new Map(rules.checkpoint)
  const writable = openWritableFiles(rules)

  const locateReadable = async (path: string): Promise<Place> => {
    const place = await locate(root, path, links)
    if (writable.kindOf(place.path) === undefined) refuse(unreadable(place.path))
    return place
  }
  const locateWritable = async (path: string, action: FileAction): Promise<Place> => {
    const place = await locate(root, path, links)
    refuse(writable.reasonAgainst(place.path, action))
    if (place.kind === 'none') refuse(writable.reasonAgainstNew(place.path))
    return place
  }
  /** Counts before anything is written: what is refused changed nothing. */
  const record = (...entries: [string, string | null][]): void => {
    requireWithinLimits(new Map([...changes, ...entries]), rules)
    for (const [path, text] of entries) changes.set(path, text)
  }
  return {
    list: async (folder = '') => {
      const place = folder === '' ? undefined : await locateReadable(folder)
      if (place && place.kind !== 'folder') throw new PathError(`There is no folder “${place.path}”.`)
      return listFiles(root, place?.path ?? '', links)
    },
    has: async (path) => {
      try {
        return (await locateReadable(path)).kind === 'file'
      } catch (error) {
        if (error instanceof PathError) return false
        throw error
      }
    },
    read: async (path) => readText(await locateReadable(path), maximumFileBytes),
    requireWritable: async (path) => {
      const place = await locateWritable(path, 'write')
      return writable.kindOf(place.path) ?? 'page'
    },
    write: async (path, text) => {
      const place = await locateWritable(path, 'write')
      if (place.kind === 'folder') throw new PathError(`“${place.path}” is a folder.`)
      requireText(place.path, text, maximumFileBytes)
      record([place.path, text])
      await writePlace(root, place, text)
    },
    remove: async (path) => {
      const place = await locateWritable(path, 'remove')
      if (place.kind === 'file') record([place.path, null])
      await removePlace(place)
    },
    move: async (from, to) => {
      const [source, target] = [await locateWritable(from, 'move'), await locateWritable(to, 'move')]
      if (target.kind !== 'none') throw new PathError(`“${target.path}” exists, and move doesn't replace files.`)
      const text = await readPlace(source, maximumFileBytes)
      record([target.path, text], [source.path, null])
      await writePlace(root, target, text)
      await removePlace(source)
    },
    changes: () => changes,
  }
}

const refuse = (reason: string | undefined): void => {
  if (reason) throw new PathError(reason)
}

const readText = async (place: Place, maximumBytes: number): Promise<string> => {
  const text = await readPlace(place, maximumBytes)
  if (!text.startsWith(lfsPointer)) return text
  throw new PathError(`“${place.path}” is stored in Git LFS; only a pointer to it is here.`)
}

const requireText = (path: string, text: string, maximumBytes: number): void => {
  if (Buffer.byteLength(text) > maximumBytes) {
    throw new PathError(`“${path}” would have more than ${maximumBytes} bytes.`)
  }
  if (text.includes('\0') || !text.isWellFormed()) {
    throw new PathError(`The text for “${path}” contains characters that cannot be stored.`)
  }
}

const requireWithinLimits = (changes: ReadonlyMap<string, string | null>, rules: WorkTreeRules): void => {
  const { maximumChangedFiles = 50, maximumChangedBytes = 1_000_000 } = rules
  if (changes.size > maximumChangedFiles) {
    throw new PathError(`A turn may change ${maximumChangedFiles} files, and this one has. Finish with what is done.`)
  }
  let bytes = 0
  for (const text of changes.values()) bytes += text === null ? 0 : Buffer.byteLength(text)
  if (bytes > maximumChangedBytes) {
    throw new PathError(`The files that a turn changes may have ${maximumChangedBytes} bytes together.`)
  }
}

const listFiles = async (root: string, folder: string, links: ReadonlySet<string>): Promise<string[]> => {
  const files: string[] = []
  const visit = async (path: string): Promise<void> => {
    const entries = await readdir(join(root, path), { withFileTypes: true })
    for (const entry of entries) {
      const child = path ? `${path}/${entry.name}` : entry.name
      if (links.has(child) || unreadable(child) || !isWellFormed(child)) continue
      if (entry.isDirectory()) await visit(child)
      else if (entry.isFile()) files.push(child)
    }
  }
  await visit(folder)
  return files.sort()
}

const isWellFormed = (path: string): boolean => {
  try {
    return checkPath(path) === path
  } catch {
    return false
  }
}
