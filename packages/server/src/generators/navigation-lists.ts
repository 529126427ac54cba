import { readDocusaurus } from './docusaurus.ts'
import { readMintlify } from './mintlify.ts'
import { readMkdocs } from './mkdocs.ts'
import type { NavigationScope } from './navigation.ts'
import type { Generator, Site } from './site.ts'
import type { SourceFile, SourceList, SourceNode, SourceString } from './source-tree.ts'
import { readStarlight } from './starlight.ts'
import { readVitepress } from './vitepress.ts'

/** What a navigation shows, in the files and at the places where it is written. */
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

export interface NavigationItem {
  readonly node: SourceNode
  readonly label: SourceString | undefined
  readonly target: NavigationTarget | undefined
  readonly list: NavigationList | undefined
}

export interface NavigationTarget {
  /** As it is written. */
  readonly written: SourceString
  /** What it names: an address, a page's path without its extension, a file, or a folder of pages. */
  readonly kind: 'address' | 'page' | 'file' | 'folder'
  /** The same, from the site's root, without slashes at the ends. */
  readonly path: string
}

export type NavigationReader = (file: SourceFile, site: Site) => NavigationList[]

const readers: Record<Generator, NavigationReader> = {
  vitepress: readVitepress,
  docusaurus: readDocusaurus,
  starlight: readStarlight,
  mintlify: readMintlify,
  mkdocs: readMkdocs,
}

/** Reads all lists of a site's navigation; the outermost ones, in the order in which they are written. */
export const readNavigationLists = (site: Site): NavigationList[] => {
  const { generator } = site
  if (!generator) return []
  return site.navigationFiles.flatMap((file) => readers[generator](file, site))
}

/** All items of lists and of the lists within. */
export function* eachItem(lists: readonly NavigationList[]): Iterator_<NavigationItem & { within: NavigationList }> {
  for (const within of lists) {
    for (const item of within.items) {
      yield { ...item, within }
      if (item.list) yield* eachItem([item.list])
    }
  }
}

/** All lists, with the lists within. */
export function* eachList(lists: readonly NavigationList[]): Iterator_<NavigationList> {
  for (const list of lists) {
    yield list
    yield* eachList(list.items.flatMap((item) => item.list ?? []))
  }
}

type Iterator_<Item> = globalThis.Generator<Item, void, undefined>
