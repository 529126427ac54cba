import type { NavigationScope } from './navigation.ts'
import type { SourceFile, SourceList, SourceNode, SourceString } from './source-tree.ts'

/** What a navigation shows, in the files and at the places where it's written. */
export interface NavigationList {
  readonly file: SourceFile
  readonly node: SourceList
  /** Labels of the groups that it is in. */
  readonly labels: readonly string[]
  readonly items: readonly NavigationItem[]
  /** The version and the language that it is for, when it names them; they are among the labels. */
  readonly scope: NavigationScope
  /** A bar at the top, where single pages are rarely added. */
  readonly isBar: boolean
}

/** One entry of a list: a page, a link, a folder of pages, or a group with a list of its own. */
export interface NavigationItem {
  readonly node: SourceNode
  readonly label: SourceString | undefined
  readonly target: NavigationTarget | undefined
  readonly list: NavigationList | undefined
}

/** What an item leads to. */
export interface NavigationTarget {
  /** As the file has it. */
  readonly written: SourceString
  /** What it names: an address, a page's path without its extension, a file, or a folder of pages. */
  readonly kind: 'address' | 'page' | 'file' | 'folder'
  /** The same, from the site's root, without slashes at the ends. */
  readonly path: string
}

/** Reads all lists of a site's navigation; the outermost ones, in the order of the files. */
export const readNavigationLists = (site: {
  readonly navigationFiles: readonly SourceFile[]
  readonly lists: (file: SourceFile) => NavigationList[]
}): NavigationList[] => site.navigationFiles.flatMap((file) => site.lists(file))

/** All items of lists and of the lists within. */
export function* eachItem(lists: readonly NavigationList[]): Generator<NavigationItem & { within: NavigationList }> {
  for (const within of lists) {
    for (const item of within.items) {
      yield { ...item, within }
      if (item.list) yield* eachItem([item.list])
    }
  }
}

/** All lists, with the lists within. */
export function* eachList(lists: readonly NavigationList[]): Generator<NavigationList> {
  for (const list of lists) {
    yield list
    yield* eachList(list.items.flatMap((item) => item.list ?? []))
  }
}
