import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { type PreparedBody, packings, prepareBody } from './prepared-body.ts'

/** What the build adds to the names of the compressed copies. */
const suffixes = { br: '.br', gzip: '.gz' } as const

/** Built files by their path below their folder, such as `widget/1.0.0/panel.js`. */
export type PreparedFiles = ReadonlyMap<string, PreparedBody>

const readPacked = async (path: string, names: ReadonlySet<string>, folder: string) => {
  const packed: Partial<Record<(typeof packings)[number], Buffer>> = {}
  for (const name of packings) {
    const copy = path + suffixes[name]
    if (names.has(copy)) packed[name] = await readFile(join(folder, copy))
  }
  return packed
}

/**
 * Reads built files into memory, with the compressed copies beside them. An update that replaces them leaves a running server
 * with files that belong together.
 */
const readPreparedFiles = async (folder: string, isServed: (path: string) => boolean): Promise<PreparedFiles> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
  const names = new Set(paths)
  const files = new Map<string, PreparedBody>()
  for (const path of paths.filter(isServed)) {
    const packed = await readPacked(path, names, folder)
    files.set(path, prepareBody({ plain: await readFile(join(folder, path)), packed }))
  }
  return files
}

/** Reads a folder of built files once; again with the next request while its first file isn’t there. */
export const createFileReader = (
  folder: string,
  { first, isServed }: { first: string; isServed: (path: string) => boolean },
) => {
  let files: Promise<PreparedFiles> | undefined
  return async (): Promise<PreparedFiles> => {
    files ??= readPreparedFiles(folder, isServed).catch(() => new Map())
    const current = await files
    if (!current.has(first)) files = undefined
    return current
  }
}
