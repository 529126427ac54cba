import type { NavigationScope } from './navigation.ts'
import type { NavigationList, NavigationReader } from './navigation-lists.ts'
import { addressPath, isElsewhere, type ReadItem, readList } from './read-list.ts'
import { flagAt, type SourceFile, type SourceNode, textAt, valueAt } from './source-tree.ts'

/**
 * Every `pages` list below `navigation` of docs.json (or of a file that it refers to), under whatever tabs, anchors,
 * versions and languages; and the list of groups of the older mint.json.
 */
export const readMintlify: NavigationReader = (file) => {
  const navigation = valueAt(file.root, 'navigation')
  return findPages(file, navigation ?? file.root, { labels: [], scope: {} })
}

const titles = ['group', 'tab', 'anchor', 'dropdown', 'version', 'language', 'product', 'item']

interface Above {
  labels: readonly string[]
  scope: NavigationScope
}

function findPages(file: SourceFile, node: SourceNode, above: Above): NavigationList[] {
  if (node.kind === 'list') return node.items.flatMap((item) => findPages(file, item, above))
  if (node.kind !== 'record') return []
  const title = titles.map((key) => valueAt(node, key)).find((value) => value?.kind === 'string')
  const [version, language] = [textAt(node, 'version'), textAt(node, 'language')]
  const here = {
    labels: title?.kind === 'string' ? [...above.labels, title.value] : above.labels,
    scope: { ...above.scope, ...(version !== undefined && { version }), ...(language !== undefined && { language }) },
  }
  return node.entries.flatMap(({ key, value }) =>
    key.value === 'pages' && value.kind === 'list'
      ? [readList(file, value, readItem, here)]
      : findPages(file, value, here),
  )
}

function readItem(item: SourceNode): ReadItem {
  if (item.kind === 'string') {
    // `GET /users` and `spec.json POST /users` are made from an API description.
    const isOperation = /\s/.test(item.value)
    if (isOperation || isElsewhere(item.value)) return {}
    return { target: { written: item, kind: 'page', path: addressPath(item.value) } }
  }
  const [group, root, pages] = [valueAt(item, 'group'), valueAt(item, 'root'), valueAt(item, 'pages')]
  return {
    ...(group?.kind === 'string' ? { label: group } : {}),
    target: root?.kind === 'string' ? { written: root, kind: 'page', path: addressPath(root.value) } : undefined,
    ...(pages?.kind === 'list' ? { children: pages } : {}),
  }
}

/** The pages that stand only in groups that are hidden, and not to be searched, by their paths. */
export function hiddenPages(files: readonly SourceFile[]): Set<string> {
  const pages = { hidden: new Set<string>(), shown: new Set<string>() }
  for (const file of files) collectPages(file, valueAt(file.root, 'navigation') ?? file.root, false, pages)
  return new Set([...pages.hidden].filter((path) => !pages.shown.has(path)))
}

function collectPages(
  file: SourceFile,
  node: SourceNode,
  isAboveHidden: boolean,
  pages: Readonly<Record<'hidden' | 'shown', Set<string>>>,
): void {
  if (node.kind === 'list') for (const item of node.items) collectPages(file, item, isAboveHidden, pages)
  if (node.kind !== 'record') return
  const own = flagAt(file, node, 'hidden')
  const isHidden = flagAt(file, node, 'searchable') === true ? false : (own ?? isAboveHidden)
  for (const { key, value } of node.entries) {
    if (key.value === 'pages' && value.kind === 'list') {
      for (const item of value.items) {
        if (item.kind === 'string') pages[isHidden ? 'hidden' : 'shown'].add(addressPath(item.value))
      }
    }
    collectPages(file, value, isHidden, pages)
  }
}
