import type { NavigationList, NavigationReader } from './navigation.ts'
import { addressPath, isElsewhere, type ReadItem, readList } from './read-list.ts'
import { type SourceFile, type SourceNode, valueAt } from './source-tree.ts'

/**
 * Every `pages` list below `navigation` of docs.json (or of a file that it refers to), under whatever tabs, anchors,
 * versions and languages; and the list of groups of the older mint.json.
 */
export const readMintlify: NavigationReader = (file) => {
  const navigation = valueAt(file.root, 'navigation')
  return findPages(file, navigation ?? file.root, [])
}

const titles = ['group', 'tab', 'anchor', 'dropdown', 'version', 'language', 'product', 'item']

function findPages(file: SourceFile, node: SourceNode, labels: readonly string[]): NavigationList[] {
  if (node.kind === 'list') return node.items.flatMap((item) => findPages(file, item, labels))
  if (node.kind !== 'record') return []
  const title = titles.map((key) => valueAt(node, key)).find((value) => value?.kind === 'string')
  const here = title?.kind === 'string' ? [...labels, title.value] : labels
  return node.entries.flatMap(({ key, value }) =>
    key.value === 'pages' && value.kind === 'list'
      ? [readList(file, value, readItem, { labels: here })]
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
