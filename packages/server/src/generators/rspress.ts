import { folderOf, joinPaths, pathBelow, trimSlashes, within, withoutExtension } from '../pages/links.ts'
import { readRspressMetas } from './folder-meta.ts'
import type { NamedPlace } from './places.ts'
import type { Publisher } from './published.ts'
import type { WrittenFile } from './read-above.ts'
import type { ReadText } from './site.ts'
import { flagAt, readOrNothing, type SourceFile, textAt } from './source-tree.ts'

/** Where Rspress is configured. */
export const rspressConfigurations = ['ts', 'js', 'mts', 'mjs', 'cjs'].map((ending) => `rspress.config.${ending}`)

const folderOfPages = ({ path, root }: SourceFile): string => within(folderOf(path), textAt(root, 'root') ?? 'docs')

/** The route rules of Rspress; undefined when the configuration cannot be read. */
export function publishRspress({ path, text }: WrittenFile): Publisher | undefined {
  const file = readOrNothing(path, text)
  if (!file) return undefined
  const folder = folderOfPages(file)
  const base = trimSlashes(textAt(file.root, 'base') ?? '')
  const ending = flagAt(file, file.root, 'route', 'cleanUrls') ? '' : '.html'
  // What stands in the folders of these is published at the root.
  const usual = [textAt(file.root, 'multiVersion', 'default'), textAt(file.root, 'lang')].filter(
    (each) => each !== undefined,
  )
  const find = (page: string) => (/\.mdx?$/.test(page) ? pathBelow(folder, page) : undefined)
  return {
    anchors: 'github',
    format: 'detect',
    isLeftOut: (page) => find(page) === undefined || /(?:^|\/)_[^/]*$/.test(page),
    publish: (page) => {
      const relative = find(page)
      if (relative === undefined) return undefined
      const below = usual.reduce((rest, name) => pathBelow(name, rest) ?? rest, relative)
      const name = withoutExtension(below).replace(/(?:^|(?<=\/))index$/, '')
      const address = joinPaths(base, name)
      const isFolder = name === '' || name.endsWith('/')
      const place = { root: base, ending, relative, version: null, language: null }
      return { address: isFolder ? address && `${address}/` : `${address}${ending}`, ...place }
    },
  }
}

/** What the `_meta.json` of each folder names, in their order. */
export async function rspressPlaces(
  { path, text }: WrittenFile,
  { files, read }: { files: readonly string[]; read: ReadText },
): Promise<ReadonlyMap<string, NamedPlace>> {
  const file = readOrNothing(path, text)
  if (!file) return new Map()
  const metas = new Map<string, string>()
  for (const folder of new Set(files.map(folderOf))) {
    const meta = joinPaths(folder, '_meta.json')
    const written = await read(meta)
    if (written !== undefined) metas.set(meta, written)
  }
  return metas.size === 0 ? new Map() : readRspressMetas(files, metas, folderOfPages(file))
}
