import { isBelow, pathBelow, trimSlashes, withoutExtension } from '../pages/links.ts'
import { addressesOfPage } from './addresses.ts'
import type { NavigationScope } from './navigation.ts'
import { eachItem, type NavigationTarget, readNavigationLists } from './navigation-lists.ts'
import type { PageFacts } from './page-facts.ts'
import type { Publisher } from './published.ts'
import type { Site } from './site.ts'

/** Where a navigation names a page. */
export interface NamedPlace {
  /** Labels of the groups that it is in. */
  readonly trail: readonly string[]
  readonly scope: NavigationScope
}

interface PlacesRequest {
  readonly site: Site
  readonly files: readonly string[]
  readonly publisher: Publisher
  readonly facts: ReadonlyMap<string, PageFacts>
}

/** The pages that a site’s navigation names, by their files and in its order. */
export function readPlaces({ site, files, publisher, facts }: PlacesRequest): Map<string, NamedPlace> {
  const names = namesOf(site, files, { publisher, facts })
  const places = new Map<string, NamedPlace>()
  const add = (file: string, place: NamedPlace) => {
    if (!places.has(file)) places.set(file, place)
  }
  for (const { target, label, within } of eachItem(readNavigationLists(site))) {
    if (!target || within.isBar) continue
    const { scope } = within
    const trail = within.labels.filter((each) => !Object.values(scope).includes(each))
    if (target.kind !== 'folder') {
      const file = fileOf(target, names)
      if (file !== undefined) add(file, { trail, scope })
      continue
    }
    const above = label ? [...trail, label.value] : trail
    const folder = [site.pagesFolder, withoutPrefix(target.path, site.routePrefix)].filter(Boolean).join('/')
    for (const file of filesIn(folder, files, facts))
      add(file, { trail: [...above, ...foldersOf(file, folder)], scope })
  }
  return places
}

const withoutPrefix = (path: string, prefix: string): string =>
  path === prefix ? '' : (pathBelow(prefix, path) ?? path)

/**
 * The pages below a folder as generators sort them: by the order that they name, by their numbers, then by name, the index
 * of a folder first.
 */
export function filesIn(folder: string, files: readonly string[], facts: ReadonlyMap<string, PageFacts>): string[] {
  const key = (file: string) => {
    const order = facts.get(file)?.position ?? null
    return file
      .split('/')
      .map((step, at, steps) => {
        if (order !== null && at === steps.length - 1) return `\x01${String(order).padStart(12, '0')}`
        return isIndex(step) ? '' : step.toLowerCase().replace(/^\d+/, (digits) => digits.padStart(6, '0'))
      })
      .join('\0')
  }
  const keys = new Map(files.filter((file) => isBelow(folder, file)).map((file) => [file, key(file)]))
  return [...keys].sort(([, one], [, other]) => (one < other ? -1 : 1)).map(([file]) => file)
}

const isIndex = (name: string): boolean => /^(?:index|readme)\.\w+$/i.test(name)

/** What the folders between `folder` and the file are called; the index of one is not in it but stands for it. */
function foldersOf(file: string, folder: string): string[] {
  const below = folder === '' ? file : file.slice(folder.length + 1)
  const steps = below.split('/').slice(0, isIndex(below.split('/').at(-1) ?? '') ? -2 : -1)
  return steps.map((step) => step.replace(/^\d+\s*[-_.]+\s*(?=[^-_.\s])/, ''))
}

/** Files by everything that a navigation may call them. */
function namesOf(
  site: Site,
  files: readonly string[],
  { publisher, facts }: Pick<PlacesRequest, 'publisher' | 'facts'>,
): Map<string, string> {
  const names = new Map<string, string>()
  const add = (name: string, file: string) => {
    if (!names.has(name)) names.set(name, file)
  }
  const pages = files.flatMap((file) => {
    const published = publisher.publish(file)
    return published ? [{ file, published }] : []
  })
  // What a file is published as is what it is called first of all.
  for (const { file, published } of pages) add(plain(withoutBase(published.address, site.base)), file)
  for (const { file, published } of pages) {
    add(published.relative, file)
    add(withoutExtension(published.relative), file)
    for (const address of addressesOfPage(published.relative, site, facts.get(file))) add(address, file)
  }
  return names
}

const plain = (address: string): string => trimSlashes(address.replace(/\.html$/, ''))

const withoutBase = (address: string, base: string): string =>
  base !== '' && (address === base || address.startsWith(`${base}/`)) ? address.slice(base.length) : address

const fileOf = ({ path }: NavigationTarget, names: ReadonlyMap<string, string>): string | undefined =>
  names.get(path) ?? names.get(path.toLowerCase()) ?? names.get(path.replace(/\/?index$/, ''))

/** What a folder is called that nothing names; `(group)` shows no name of its own. */
export const titleOf = (name: string): string =>
  /^\(.*\)$/.test(name) ? '' : name.charAt(0).toUpperCase() + name.slice(1).replace(/[-_]+/g, ' ')
