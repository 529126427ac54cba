import { posix } from 'node:path'
import { folderOf, isBelow, withoutExtension } from '../pages/links.ts'
import type { NavigationEntry } from './generator.ts'
import { titleOf } from './read-places.ts'

/** How one folder names and orders what's in it. */
export interface FolderOrder {
  readonly title?: string | undefined
  /** Undefined: in the order of the names. */
  readonly entries?: readonly FolderEntry[] | undefined
}

/** An entry of a folder's order; `rest` stands for everything that isn't named. */
export interface FolderEntry {
  readonly name: string
  readonly label?: string | undefined
  /** The label of the separator that it comes after. */
  readonly group?: string | undefined
  /** Whether what's in the folder is shown without it. */
  readonly isOpened?: boolean
}

/** The name of the entry that stands for everything that isn't named. */
export const rest = '...'
/** All that is in a folder, in the order of the names. */
export const restEntry: FolderEntry = { name: rest }

/** A file or a folder in a folder; `file` is undefined for a folder. */
interface Child {
  readonly folder: string
  readonly name: string
  readonly path: string
  readonly file: string | undefined
}

/** Goes through the folders below `root` in their orders, through each of them once. */
export function placesInOrder(
  pages: readonly string[],
  orders: ReadonlyMap<string, FolderOrder>,
  root: string,
): Map<string, NavigationEntry> {
  const places = new Map<string, NavigationEntry>()
  const children = Map.groupBy(childrenBelow(pages, root), ({ folder }) => folder)
  const visited = new Set<string>()
  const visit = (folder: string, trail: readonly string[]): void => {
    if (visited.has(folder)) return
    visited.add(folder)
    for (const [entry, matches] of matchesIn(children.get(folder) ?? [], orders.get(folder))) {
      const above = entry.group === undefined ? trail : [...trail, entry.group]
      for (const child of matches) {
        if (child.file === undefined)
          visit(child.path, trailBelow(child, { entry, above, order: orders.get(child.path) }))
        else if (!places.has(child.file)) places.set(child.file, { trail: above })
      }
    }
  }
  visit(root, [])
  return places
}

/** The entries of a folder with what they stand for; of entries with one name, the first counts. */
function matchesIn(inside: readonly Child[], order: FolderOrder | undefined): [FolderEntry, readonly Child[]][] {
  const byName = Map.groupBy(inside, ({ name }) => name)
  const entries = new Map<string, FolderEntry>()
  for (const entry of order?.entries ?? [restEntry]) if (!entries.has(entry.name)) entries.set(entry.name, entry)
  const others = inside.filter(({ name }) => !entries.has(name))
  return [...entries.values()].map((entry) => [entry, entry.name === rest ? others : (byName.get(entry.name) ?? [])])
}

/** The labels that the pages of a folder are below. */
function trailBelow(
  { name }: Child,
  { entry, above, order }: { entry: FolderEntry; above: readonly string[]; order: FolderOrder | undefined },
): readonly string[] {
  if (entry.isOpened && entry.name !== rest) return above
  const title = order?.title ?? entry.label ?? titleOf(name)
  return title === '' ? above : [...above, title]
}

/** The pages and the folders below a folder, `index` first and the others by name. */
function childrenBelow(pages: readonly string[], root: string): Child[] {
  const children = new Map<string, Child>()
  for (const file of pages.filter((page) => isBelow(root, page))) {
    children.set(file, { folder: folderOf(file), name: withoutExtension(posix.basename(file)), path: file, file })
    for (let path = folderOf(file); path !== root && path !== '' && !children.has(path); path = folderOf(path)) {
      children.set(path, { folder: folderOf(path), name: posix.basename(path), path, file: undefined })
    }
  }
  const rank = ({ name }: Child) => (name === 'index' ? 0 : 1)
  return [...children.values()].sort((one, other) => rank(one) - rank(other) || (one.name < other.name ? -1 : 1))
}
