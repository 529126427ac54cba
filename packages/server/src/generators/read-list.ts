import { hasHost, trimSlashes } from '../pages/links.ts'
import type { NavigationScope } from './navigation.ts'
import type { NavigationItem, NavigationList, NavigationTarget } from './navigation-lists.ts'
import type { SourceFile, SourceList, SourceNode } from './source-tree.ts'

/** What an item says in a generator's own words. */
export interface ItemParts {
  readonly label?: NavigationItem['label']
  readonly target?: NavigationTarget | undefined
  readonly children?: SourceList | undefined
  /** How the children are read, if not like the item. */
  readonly readChild?: ReadItem
}

/** Reads one item in a generator's own words. */
export type ReadItem = (item: SourceNode) => ItemParts

/** A list in a file, and how its items are read. */
export interface ListRequest {
  readonly file: SourceFile
  readonly node: SourceList
  readonly readItem: ReadItem
  readonly labels?: readonly string[]
  readonly isBar?: boolean
  readonly scope?: NavigationScope
}

/** Reads a list and the lists within. */
export function readList(request: ListRequest): NavigationList {
  const { file, node, readItem, labels = [], isBar = false, scope = {} } = request
  const items = node.items.map((item): NavigationItem => {
    const { label, target, children, readChild = readItem } = readItem(item)
    const below = label ? [...labels, label.value] : labels
    const list = children && readList({ ...request, node: children, readItem: readChild, labels: below })
    return { node: item, label, target, list }
  })
  return { file, node, labels, items, isBar, scope }
}

/** Whether an address leaves the site, or is only a fragment. */
export const isElsewhere = (address: string): boolean => address.startsWith('#') || hasHost(address)

const pageEndings = ['.html', '.htm', '.mdx', '.md']

/** An address from the site's root, without its query, fragment, extension and outer slashes. */
export function addressPath(address: string): string {
  const path = withoutQuery(address)
  const ending = pageEndings.find((each) => path.toLowerCase().endsWith(each)) ?? ''
  return trimSlashes(path.slice(0, path.length - ending.length))
}

/** An address without its query and its fragment. */
export const withoutQuery = (address: string): string => address.split('#', 1).join('').split('?', 1).join('')
