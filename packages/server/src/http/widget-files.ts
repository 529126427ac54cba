import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { type PreparedBody, packings, prepareBody } from './prepared-body.ts'

const servedTypes: ReadonlySet<string> = new Set(['.js', '.mjs', '.css', '.map', '.json', '.svg', '.woff2', '.txt'])
/** What the build adds to the names of the compressed copies. */
const suffixes = { br: '.br', gzip: '.gz' } as const

/** The files of the built widget by their path, such as `widget/1.0.0/panel.js`. */
export type WidgetFiles = ReadonlyMap<string, PreparedBody>

const isServed = (path: string): boolean => {
  const [place, ...steps] = path.split('/')
  if (steps.length === 0) return path === 'widget.js'
  return place === 'widget' && servedTypes.has(extname(path)) && !steps.some((step) => step.startsWith('.'))
}

const readPacked = async (path: string, names: ReadonlySet<string>, folder: string) => {
  const packed: Partial<Record<(typeof packings)[number], Buffer>> = {}
  for (const name of packings) {
    const copy = path + suffixes[name]
    if (names.has(copy)) packed[name] = await readFile(join(folder, copy))
  }
  return packed
}

/**
 * Reads the loader and the files that it fetches into memory, with the compressed copies beside them. An update that replaces
 * them leaves a running server with a loader and a panel that belong together.
 */
export const readWidgetFiles = async (folder: string): Promise<WidgetFiles> => {
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
