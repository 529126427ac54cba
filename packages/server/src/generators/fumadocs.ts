import { localeSuffixes } from '../pages/edition-folders.ts'
import { folderOf, joinPaths, pathBelow, trimSlashes, withoutExtension } from '../pages/links.ts'
import { type FolderEntry, type FolderOrder, placesInOrder, rest } from './folder-order.ts'
import type { Generator, Publication } from './generator.ts'
import { pathSetting, readNextConfiguration } from './next-configuration.ts'
import { trySource } from './read-source.ts'
import { itemsAt, listAt, type SourceNode, textAt, textsIn } from './source-tree.ts'
import type { TextFile, Tree } from './tree.ts'

/** Where the pages are loaded. */
const loaders = ['lib/source.ts', 'src/lib/source.ts', 'app/lib/source.ts', 'app/source.ts', 'lib/source.tsx']

/** Fumadocs: a `meta.json` in each folder, which names and orders what's in it, or a loader of its own. */
export const fumadocs: Generator = {
  name: 'fumadocs',
  configurationFiles: { place: 'within', names: ['meta.json', ...loaders] },
  async open(tree) {
    const orders = await readOrders(tree)
    const loader = await readLoader(tree)
    const isFumadocs = orders.size > 0 || loader?.text.includes('fumadocs')
    const folders = orders.size > 0 ? [...orders.keys()] : tree.pages.map(folderOf)
    const [highest] = folders.sort((one, other) => one.length - other.length)
    if (!isFumadocs || highest === undefined) return undefined
    const root = rootOf(highest)
    const base = baseOf(root, loader)
    const above = pathSetting(await readNextConfiguration(tree), 'basePath')
    const publication = base === undefined ? unknown : publish(tree.pages, root, { above, base })
    return { ...publication, navigation: placesInOrder(tree.pages, orders, root) }
  },
}

/** `lib/source.ts`, below what it imports from beside itself. */
async function readLoader(tree: Tree): Promise<TextFile | undefined> {
  const file = await tree.find({ place: 'above', names: loaders, isMeant: (text) => text.includes('loader(') })
  const importsShared = ['"./shared"', "'./shared'"].some((name) => file?.text.includes(`from ${name}`))
  if (!file || !importsShared) return file
  const shared = await tree.find({
    place: 'above',
    names: loaders.map((name) => joinPaths(folderOf(name), 'shared.ts')),
  })
  return { path: file.path, text: [shared?.text ?? '', file.text].join('\n') }
}

/** The orders of the folders, by their paths. */
async function readOrders(tree: Tree): Promise<Map<string, FolderOrder>> {
  const orders = new Map<string, FolderOrder>()
  for (const folder of tree.pageFolders()) {
    for (const name of (await tree.list(folder)).filter((each) => orderName.test(each))) {
      const path = joinPaths(folder, name)
      const root = trySource(path, (await tree.read(path)) ?? '')?.root
      const [title, pages] = [textAt(root, 'title'), listAt(root, 'pages')]
      if (title === undefined && !pages) continue
      orders.set(folder, { title, entries: pages && entriesOf(itemsAt(root, 'pages')) })
    }
  }
  return orders
}

/** `meta.json`, and `meta.fr.json` for a language. */
const orderName = /^meta(?:\.[a-z-]{2,10})?\.json$/i

function entriesOf(items: readonly SourceNode[]): FolderEntry[] {
  let group: string | undefined
  return textsIn(items).flatMap((item): FolderEntry[] => {
    if (item.startsWith('---')) {
      group = separatorLabel(item)
      return []
    }
    // Links, what's left out, and links to elsewhere.
    if (['[', '!', 'external:'].some((mark) => item.startsWith(mark))) return []
    if (item === rest || item === 'z...a') return [{ name: rest, group, isOpened: item === rest }]
    const isOpened = item.startsWith(rest)
    return [{ name: item.slice(isOpened ? rest.length : item.startsWith('./') ? 2 : 0), group, isOpened }]
  })
}

/** `---Setup---`, `---[Icon]Setup---`. */
function separatorLabel(item: string): string | undefined {
  const [, label] = /^---(?:\[[^\]]*\])?(.*?)(?:---)?$/.exec(item) ?? []
  return label?.trim() || undefined
}

/** `content/docs`, or the folder itself. */
function rootOf(folder: string): string {
  const steps = folder.split('/')
  const at = steps.indexOf('content')
  return at < 0 || at === steps.length - 1 ? folder : steps.slice(0, at + 2).join('/')
}

/** The address that `loader({ baseUrl: '/docs' })` gives; `content/docs` is at `docs` without one, others aren't known. */
function baseOf(root: string, loader: TextFile | undefined): string | undefined {
  const calls = loader ? (trySource(loader.path, loader.text)?.calls('loader') ?? []) : []
  const url = calls.map((options) => textAt(options, 'baseUrl')).find((each) => each !== undefined)
  const [name = '', parent] = root.split('/').reverse()
  const base = url ?? (parent === 'content' ? name : undefined)
  return base === undefined ? undefined : trimSlashes(base)
}

const unknown: Publication = { anchors: 'github', format: 'detect', keepsOthers: true, route: () => undefined }

/** `above` is before all addresses of the site, `base` before those of the folder of the pages. */
function publish(
  pages: readonly string[],
  root: string,
  { above, base }: Readonly<Record<'above' | 'base', string>>,
): Publication {
  const suffixOf = localeSuffixes(pages)
  return {
    anchors: 'github',
    format: 'detect',
    route: (file) => {
      const path = pathBelow(root, file)
      if (path === undefined) return undefined
      const suffix = suffixOf(file)
      const page = withoutExtension(suffix ? (pathBelow(root, suffix.plain) ?? '') : path)
      // `(group)` orders files and is no part of the address.
      const steps = page.split('/').filter((step) => !(step.startsWith('(') && step.endsWith(')')))
      if (steps.at(-1) === 'index') steps.pop()
      const language = suffix?.language ?? null
      return { address: joinPaths(above, language ?? '', base, ...steps), path, language }
    },
  }
}
