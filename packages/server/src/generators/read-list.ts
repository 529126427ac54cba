import { hasHost, trimSlashes } from '../pages/links.ts'
import type { NavigationScope } from './navigation.ts'
import type { NavigationItem, NavigationList, NavigationTarget } from './navigation-lists.ts'
import type { SourceFile, SourceList, SourceNode } from './source-tree.ts'

/** What a generator's own words for an item say. */
export interface ReadItem {
  readonly label?: NavigationItem['label']
  readonly target?: NavigationTarget | undefined
  readonly children?: SourceList | undefined
}

/** Reads a list and the lists within; `readItem` knows the generator's words. */
export function readList(
  file: SourceFile,
  node: SourceList,
  readItem: (item: SourceNode, labels: readonly string[]) => ReadItem,
  {
    labels = [],
    isBar = false,
    scope = {},
  }: { labels?: readonly string[]; isBar?: boolean; scope?: NavigationScope } = {},
): NavigationList {
  const items = node.items.map((item): NavigationItem => {
    const { label, target, children } = readItem(item, labels)
    const below = label ? [...labels, label.value] : labels
    const list = children && readList(file, children, readItem, { labels: below, isBar, scope })
    return { node: item, label, target, list }
  })
  return { file, node, labels, items, isBar, scope }
}

/** Whether an address leaves the site, or is none. */
export const isElsewhere = (address: string): boolean => address.startsWith('#') || hasHost(address)

/** An address from the site's root, without its query, fragment, extension and outer slashes. */
export const addressPath = (address: string): string =>
  trimSlashes(address.replace(/[?#].*$/s, '').replace(/\.(?:html?|mdx?)$/i, ''))
