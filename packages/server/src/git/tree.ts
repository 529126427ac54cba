import { type Quotas, writeCount, writeMegabytes } from '../quotas.ts'

/** A file, a symbolic link or a submodule of a commit. */
export interface TreeEntry {
  readonly path: string
  /** As git writes it, such as `100644`; `120000` is a symbolic link, `160000` a submodule. */
  readonly mode: string
  /** The id of its content. */
  readonly object: string
  /** Its size; undefined when it wasn't asked for, and for a submodule. */
  readonly bytes: number | undefined
}

/** The words of git that list a commit. */
export const treeWords = (commit: string, withSizes: boolean): string[] => [
  'ls-tree',
  '-r',
  ...(withSizes ? ['-l'] : []),
  '-z',
  '--full-tree',
  commit,
]

const listBytes = { ofFile: 512, least: 1024 * 1024, most: 64 * 1024 * 1024 }

/** Most bytes of a list: trees can hold themselves again and again, so that a small pack has a list without end. */
export const mostTreeBytes = ({ repositoryFiles }: Pick<Quotas, 'repositoryFiles'>): number =>
  Math.min(listBytes.most, Math.max(listBytes.least, repositoryFiles * listBytes.ofFile))

/** Reads what `treeWords` lists. A last entry that was cut is left out. */
export const parseTree = (list: string): TreeEntry[] => {
  const entries: TreeEntry[] = []
  for (let start = 0, end = list.indexOf('\0'); end !== -1; start = end + 1, end = list.indexOf('\0', start)) {
    const tab = list.indexOf('\t', start)
    if (tab === -1 || tab > end) continue
    const [mode = '', , object = '', size] = list.slice(start, tab).split(' ').filter(Boolean)
    const bytes = size === undefined || size === '-' ? undefined : Number(size)
    entries.push({ path: list.slice(tab + 1, end), mode, object, bytes })
  }
  return entries
}

/** How much a tree comes to. */
export interface TreeSize {
  readonly files: number
  readonly bytes: number
}

export const sizeOf = (entries: readonly TreeEntry[]): TreeSize => ({
  files: entries.length,
  bytes: entries.reduce((sum, { bytes = 0 }) => sum + bytes, 0),
})

/** What a file takes on the disk beyond its bytes, at most. */
const blockBytes = 4_096

/** What a tree takes on a disk, in bytes. */
export const diskBytesOf = ({ files, bytes }: TreeSize): number => bytes + files * blockBytes

/**
 * The sentence for a tree that is too large to be written; undefined for any other.
 *
 * @param isCut whether its list was longer than `mostTreeBytes`
 */
export const refuseTree = (
  { files, bytes }: TreeSize,
  isCut: boolean,
  quotas: Pick<Quotas, 'repositoryFiles' | 'repositoryBytes'>,
): string | undefined => {
  const { repositoryFiles, repositoryBytes } = quotas
  if (!isCut && files <= repositoryFiles && bytes <= repositoryBytes) return undefined
  const least = isCut ? 'at least ' : ''
  const most = `${writeCount(repositoryFiles)} files (SIDENOTE_REPOSITORY_FILES) and ${writeMegabytes(repositoryBytes)} (SIDENOTE_REPOSITORY_MEGABYTES)`
  const list = isCut ? `, and the list of them is longer than ${writeMegabytes(mostTreeBytes(quotas))}` : ''
  const size = bytes === 0 ? '' : ` of ${least}${writeMegabytes(bytes)} together`
  return `It has ${least}${writeCount(files)} files${size}${list}; at most ${most} are written to the disk.`
}
