import { folderOf, joinPaths, pathBelow, trimSlashes, within, withoutExtension } from '../pages/links.ts'
import type { Publication, SiteGenerator } from './generator.ts'
import { ignoreMatcherOf } from './globs.ts'
import type { NavigationScope } from './navigation.ts'
import type { NavigationList } from './navigation-lists.ts'
import { addressPath, type ItemParts, isElsewhere, readList } from './read-list.ts'
import { readPlaces } from './read-places.ts'
import { readSite, type Site, type SiteReader } from './site.ts'
import { flagAt, itemsAt, listAt, type SourceFile, type SourceNode, stringAt, textAt, valueAt } from './source-tree.ts'

/** Mintlify: `docs.json`, formerly `mint.json`, beside the pages. */
export const mintlify: SiteGenerator = {
  name: 'mintlify',
  configurationFiles: { place: 'beside', names: ['docs.json', 'mint.json'] },
  site: { read: readParts, lists: readLists },
  async open(tree, configuration) {
    const site = await readSite(mintlify, tree, configuration)
    if (!site) return undefined
    const ignored = await tree.read(joinPaths(site.pagesFolder, '.mintignore'))
    const publication = publish(site, ignored?.split('\n') ?? [])
    return { ...publication, navigation: readPlaces({ site, publication, files: tree.pages }) }
  },
}

async function readParts(...[tree, file]: Parameters<SiteReader['read']>): ReturnType<SiteReader['read']> {
  const pagesFolder = folderOf(file.path)
  const references = stringsOf(file.root, '$ref').filter((path) => path.endsWith('.json'))
  const others = await tree.sources(references.map((path) => within(pagesFolder, path)))
  // Pages that are made from an API description have no file.
  const isGenerated = file.text.includes('"openapi"') || file.text.includes('"asyncapi"')
  return {
    pagesFolder,
    staticFolders: [pagesFolder],
    navigationFiles: [file, ...others],
    redirects: itemsAt(file.root, 'redirects').flatMap((item) => textAt(item, 'source') || []),
    generated: isGenerated ? [...stringsOf(file.root, 'directory').map(trimSlashes), 'api-reference'] : [],
    isPartOfMore: false,
  }
}

/** The strings of a property, wherever in a node it is. */
function stringsOf(node: SourceNode, key: string): string[] {
  if (node.kind === 'list') return node.items.flatMap((item) => stringsOf(item, key))
  if (node.kind !== 'record') return []
  return node.entries.flatMap((entry) =>
    entry.key.value === key && entry.value.kind === 'string' ? [entry.value.value] : stringsOf(entry.value, key),
  )
}

/** By gitignore's rules; `snippets` are parts of pages. */
const usuallyIgnored =
  'node_modules build dist coverage tmp temp /snippets README.md LICENSE.md CHANGELOG.md CONTRIBUTING.md'.split(' ')

/** `ignored` are the lines of `.mintignore`. */
function publish({ pagesFolder, configuration, navigationFiles }: Site, ignored: readonly string[]): Publication {
  const showsHidden = textAt(configuration?.root, 'seo', 'indexing') === 'all'
  const isIgnored = ignoreMatcherOf([...usuallyIgnored, ...ignored])
  const hidden = showsHidden ? new Set<string>() : hiddenPages(navigationFiles)
  return {
    anchors: 'github',
    format: 'detect',
    showsHidden,
    isLeftOut: (file) => {
      const path = pathBelow(pagesFolder, file)
      return path !== undefined && (isIgnored(path) || hidden.has(withoutExtension(path)))
    },
    route: (file) => {
      const path = pathBelow(pagesFolder, file)
      if (path === undefined) return undefined
      const page = withoutExtension(path)
      const isIndex = page.slice(page.lastIndexOf('/') + 1).toLowerCase() === 'index'
      return { address: isIndex ? folderOf(page) : page, path }
    },
  }
}

const titles = ['group', 'tab', 'anchor', 'dropdown', 'version', 'language', 'product', 'item']

interface Above {
  readonly labels: readonly string[]
  readonly scope: NavigationScope
}

/**
 * Every `pages` list below `navigation` of docs.json (or of a file that it refers to), under whatever tabs, anchors,
 * versions and languages; and the list of groups of the older mint.json.
 */
function readLists(file: SourceFile): NavigationList[] {
  return findLists(file, navigationOf(file), { labels: [], scope: {} })
}

const navigationOf = ({ root }: SourceFile): SourceNode => valueAt(root, 'navigation') ?? root

function findLists(file: SourceFile, node: SourceNode, above: Above): NavigationList[] {
  if (node.kind === 'list') return node.items.flatMap((item) => findLists(file, item, above))
  if (node.kind !== 'record') return []
  const title = titles.map((key) => textAt(node, key)).find((text) => text !== undefined)
  const [version, language] = [textAt(node, 'version'), textAt(node, 'language')]
  const here = {
    labels: title === undefined ? above.labels : [...above.labels, title],
    scope: { ...above.scope, ...(version !== undefined && { version }), ...(language !== undefined && { language }) },
  }
  return node.entries.flatMap(({ key, value }) =>
    key.value === 'pages' && value.kind === 'list'
      ? [readList({ file, node: value, readItem, ...here })]
      : findLists(file, value, here),
  )
}

function readItem(item: SourceNode): ItemParts {
  if (item.kind === 'string') {
    // `GET /users` and `spec.json POST /users` are made from an API description.
    const isOperation = /\s/.test(item.value)
    return isOperation || isElsewhere(item.value)
      ? {}
      : { target: { written: item, kind: 'page', path: addressPath(item.value) } }
  }
  const root = stringAt(item, 'root')
  return {
    label: stringAt(item, 'group'),
    target: root && { written: root, kind: 'page', path: addressPath(root.value) },
    children: listAt(item, 'pages'),
  }
}

/** The pages that are only in groups that are hidden and that search doesn't find, by their paths. */
function hiddenPages(files: readonly SourceFile[]): Set<string> {
  const pages = { hidden: new Set<string>(), shown: new Set<string>() }
  for (const file of files) collectPages(navigationOf(file), false, pages)
  return new Set([...pages.hidden].filter((path) => !pages.shown.has(path)))
}

function collectPages(
  node: SourceNode,
  isAboveHidden: boolean,
  pages: Readonly<Record<'hidden' | 'shown', Set<string>>>,
): void {
  if (node.kind === 'list') for (const item of node.items) collectPages(item, isAboveHidden, pages)
  if (node.kind !== 'record') return
  const isHidden = flagAt(node, 'searchable') === true ? false : (flagAt(node, 'hidden') ?? isAboveHidden)
  for (const { key, value } of node.entries) {
    if (key.value === 'pages' && value.kind === 'list') {
      for (const item of value.items) {
        if (item.kind === 'string') pages[isHidden ? 'hidden' : 'shown'].add(addressPath(item.value))
      }
    }
    collectPages(value, isHidden, pages)
  }
}
