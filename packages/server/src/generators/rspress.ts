import { basename } from 'node:path/posix'
import { folderOf, joinPaths, pathBelow, trimSlashes, within, withoutExtension } from '../pages/links.ts'
import { addressBelow, withoutIndex } from './addresses.ts'
import { type FolderEntry, type FolderOrder, placesInOrder } from './folder-order.ts'
import type { Generator, Publication } from './generator.ts'
import { trySource } from './read-source.ts'
import { flagAt, type SourceNode, textAt } from './source-tree.ts'
import type { Tree } from './tree.ts'

/** Rspress: `rspress.config.ts`, and a `_meta.json` in each folder, which orders what's in it. */
export const rspress: Generator = {
  name: 'rspress',
  configurationFiles: {
    place: 'above',
    names: ['ts', 'js', 'mts', 'mjs', 'cjs'].map((ending) => `rspress.config.${ending}`),
  },
  async open(tree, { path }) {
    const root = (await tree.source(path))?.root
    if (!root) return undefined
    const folder = within(folderOf(path), textAt(root, 'root') ?? 'docs')
    const orders = await readOrders(tree)
    const navigation = orders.size === 0 ? undefined : placesInOrder(tree.pages, orders, folder)
    return { ...publish(root, folder), ...(navigation && { navigation }) }
  },
}

function publish(root: SourceNode, folder: string): Publication {
  const base = trimSlashes(textAt(root, 'base') ?? '')
  const ending = flagAt(root, 'route', 'cleanUrls') ? '' : '.html'
  // The pages in these folders are published at the root.
  const usual = [textAt(root, 'multiVersion', 'default'), textAt(root, 'lang')].filter((name) => name !== undefined)
  return {
    anchors: 'github',
    format: 'detect',
    route: (file) => {
      const path = pathBelow(folder, file)
      const isPage = /\.mdx?$/.test(file) && !basename(file).startsWith('_')
      if (path === undefined || !isPage) return undefined
      const below = usual.reduce((rest, name) => pathBelow(name, rest) ?? rest, path)
      const name = withoutIndex(withoutExtension(below))
      const isFolder = name === '' || name.endsWith('/')
      return { address: `${addressBelow(base, name)}${isFolder ? '' : ending}`, path }
    },
  }
}

/** The orders of the folders, by their paths. */
async function readOrders(tree: Tree): Promise<Map<string, FolderOrder>> {
  const orders = new Map<string, FolderOrder>()
  for (const folder of tree.pageFolders()) {
    const path = joinPaths(folder, '_meta.json')
    const text = (await tree.list(folder)).includes('_meta.json') ? await tree.read(path) : undefined
    const root = text === undefined ? undefined : trySource(path, text)?.root
    if (root?.kind === 'list') orders.set(folder, { entries: entriesOf(root.items) })
  }
  return orders
}

/** Names, and records with a type, a name and a label. */
function entriesOf(items: readonly SourceNode[]): FolderEntry[] {
  let group: string | undefined
  return items.flatMap((item): FolderEntry[] => {
    const label = textAt(item, 'label')
    const name = item.kind === 'string' ? item.value : textAt(item, 'name')
    if (textAt(item, 'type') === 'section-header') group = label
    return name === undefined ? [] : [{ name: withoutExtension(name), label, group }]
  })
}
