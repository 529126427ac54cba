import { posix } from 'node:path'
import { folderOf, joinPaths, pathBelow, withoutExtension } from '../pages/links.ts'
import { type FolderEntry, type FolderOrder, placesInOrder, rest, restEntry } from './folder-order.ts'
import type { Generator, Publication, Route } from './generator.ts'
import { nextNames, pathSetting, readNextConfiguration } from './next-configuration.ts'
import { trySource } from './read-source.ts'
import { type SourceFile, type SourceNode, textAt } from './source-tree.ts'
import type { Tree } from './tree.ts'

const endings = ['json', 'js', 'jsx', 'ts', 'tsx', 'mjs', 'mts', 'cjs', 'cts']
const orderNames = ['_meta', '_meta.global'].flatMap((name) => endings.map((ending) => `${name}.${ending}`))
/** Folders of the pages; what's above them is no part of an address. */
const roots = new Set(['pages', 'content', 'app'])
const contentFolders = new Set(['pages', 'content'])

/** Nextra: a `_meta` file in each folder, which names and orders what's in it, or the configuration of Next.js alone. */
export const nextra: Generator = {
  name: 'nextra',
  configurationFiles: {
    place: 'within',
    names: [...orderNames, ...nextNames],
    isMeant: (text, name) => !nextNames.includes(name) || /\bnextra\b/.test(text),
  },
  async open(tree, { path, text }) {
    const orders = await readOrders(tree)
    const [highest] = [...orders.keys()].sort((one, other) => one.length - other.length)
    if (highest === undefined)
      return nextNames.includes(posix.basename(path))
        ? publish(contentFolder(tree, folderOf(path)), trySource(path, text))
        : undefined
    const root = rootOf(highest)
    const publication = publish(root, await readNextConfiguration(tree))
    return { ...publication, navigation: placesInOrder(tree.pages, orders, root) }
  },
}

/** The folder of the pages where no file orders them: `content` or `pages`, beside the configuration of Next.js. */
function contentFolder(tree: Tree, project: string): string {
  const folders = tree.pageFolders().filter((folder) => pathBelow(project, folder) !== undefined)
  return folders.find((folder) => contentFolders.has(posix.basename(folder))) ?? joinPaths(project, 'content')
}

/** The orders of the folders, by their paths. */
async function readOrders(tree: Tree): Promise<Map<string, FolderOrder>> {
  const orders = new Map<string, FolderOrder>()
  for (const folder of tree.pageFolders()) {
    for (const name of (await tree.list(folder)).filter((each) => orderNames.includes(each))) {
      const path = joinPaths(folder, name)
      const root = trySource(path, (await tree.read(path)) ?? '')?.root
      if (root?.kind === 'record') orders.set(folder, { entries: entriesOf(root) })
    }
  }
  return orders
}

function entriesOf(order: SourceNode & { kind: 'record' }): FolderEntry[] {
  let group: string | undefined
  const entries = order.entries.flatMap(({ key, value }): FolderEntry[] => {
    const label = value.kind === 'string' ? value.value : textAt(value, 'title')
    if (textAt(value, 'type') === 'separator') {
      group = label
      return []
    }
    const isElsewhere = textAt(value, 'href') !== undefined
    return isElsewhere ? [] : [{ name: key.value === '*' ? rest : key.value, label, group }]
  })
  return entries.some(({ name }) => name === rest) ? entries : [...entries, restEntry]
}

function rootOf(folder: string): string {
  const steps = folder.split('/')
  const at = steps.findIndex((step) => roots.has(step))
  return at < 0 ? folder : steps.slice(0, at + 1).join('/')
}

/** `basePath` is before all addresses of the site, `contentDirBasePath` before those of the folder of the pages. */
function publish(root: string, configuration: SourceFile | undefined): Publication {
  const above = pathSetting(configuration, 'basePath')
  const base = pathSetting(configuration, 'contentDirBasePath')
  return {
    anchors: 'nextra',
    format: 'detect',
    route: (file) => {
      const path = pathBelow(root, file)
      return path === undefined
        ? appRoute(file, folderOf(root), above)
        : { address: joinPaths(above, base, ...stepsOf(path)), path }
    },
  }
}

/** `app/blog/page.mdx` beside the folder of the pages. */
function appRoute(file: string, folder: string, above: string): Route | undefined {
  const below = pathBelow(joinPaths(folder, 'app'), file)
  const isPage = below !== undefined && ['page.md', 'page.mdx'].includes(posix.basename(below)) && below.includes('/')
  return isPage ? { address: joinPaths(above, ...stepsOf(below)), path: file } : undefined
}

/** The steps of an address: `(group)` orders files, and `page.mdx` is how the app router calls `index.mdx`. */
function stepsOf(path: string): string[] {
  const steps = withoutExtension(path)
    .split('/')
    .filter((step) => !(step.startsWith('(') && step.endsWith(')')))
  return ['index', 'page'].includes(steps.at(-1) ?? '') ? steps.slice(0, -1) : steps
}
