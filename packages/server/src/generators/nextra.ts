import { posix } from 'node:path'
import { folderOf, joinPaths, pathBelow, withoutExtension } from '../pages/links.ts'
import { type FolderEntry, type FolderOrder, placesInOrder, rest, restEntry } from './folder-order.ts'
import type { Generator, Publication, Route } from './generator.ts'
import { pathSetting, readNextConfiguration } from './next-configuration.ts'
import { trySource } from './read-source.ts'
import { type SourceNode, textAt } from './source-tree.ts'
import type { Tree } from './tree.ts'

const endings = ['json', 'js', 'jsx', 'ts', 'tsx', 'mjs', 'mts', 'cjs', 'cts']
const orderNames = ['_meta', '_meta.global'].flatMap((name) => endings.map((ending) => `${name}.${ending}`))
/** Folders of the pages; what's above them is no part of an address. */
const roots = new Set(['pages', 'content', 'app'])

/** Nextra: a `_meta` file in each folder, which names and orders what's in it. */
export const nextra: Generator = {
  name: 'nextra',
  configurationFiles: { place: 'within', names: orderNames },
  async open(tree) {
    const orders = await readOrders(tree)
    const [highest] = [...orders.keys()].sort((one, other) => one.length - other.length)
    if (highest === undefined) return undefined
    const root = rootOf(highest)
    const configuration = await readNextConfiguration(tree)
    const publication = publish(root, {
      above: pathSetting(configuration, 'basePath'),
      base: pathSetting(configuration, 'contentDirBasePath'),
    })
    return { ...publication, navigation: placesInOrder(tree.pages, orders, root) }
  },
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

/** `above` is before all addresses of the site, `base` before those of the folder of the pages. */
const publish = (root: string, { above, base }: Readonly<Record<'above' | 'base', string>>): Publication => ({
  anchors: 'nextra',
  format: 'detect',
  route: (file) => {
    const path = pathBelow(root, file)
    return path === undefined
      ? appRoute(file, folderOf(root), above)
      : { address: joinPaths(above, base, ...stepsOf(path)), path }
  },
})

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
