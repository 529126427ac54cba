import { isBelow, joinPaths, pathBelow, trimSlashes, withoutExtension } from '../pages/links.ts'
import { addressesOfPage } from './addresses.ts'
import type { NavigationEntry, Publication, Route } from './generator.ts'
import { eachItem, type NavigationTarget, readNavigationLists } from './navigation-lists.ts'
import type { PageFacts } from './page-facts.ts'
import type { Site } from './site.ts'

/** A site with the rules by which it publishes its files. */
export interface PlacesRequest {
  readonly site: Site
  readonly publication: Publication
  readonly files: readonly string[]
  /** What the pages say, if the generator lets them name their addresses and their order. */
  readonly facts?: ReadonlyMap<string, PageFacts>
}

/** The pages that a site's navigation names, by their files and in its order. */
export function readPlaces({
  site,
  publication,
  files,
  facts = new Map(),
}: PlacesRequest): Map<string, NavigationEntry> {
  const pages = files.filter((file) => !publication.isLeftOut?.(file))
  const names = namesOf({ site, publication, files: pages, facts })
  const places = new Map<string, NavigationEntry>()
  const add = (file: string, entry: NavigationEntry) => {
    if (!places.has(file)) places.set(file, entry)
  }
  for (const { target, label, within } of eachItem(readNavigationLists(site))) {
    if (!target || within.isBar) continue
    const { scope } = within
    const trail = within.labels.filter((each) => each !== scope.version && each !== scope.language)
    if (target.kind !== 'folder') {
      const file = fileOf(target, names)
      if (file !== undefined) add(file, { trail, scope })
      continue
    }
    const above = label ? [...trail, label.value] : trail
    const folder = joinPaths(site.pagesFolder, withoutPrefix(target.path, site.routePrefix))
    for (const file of filesIn(folder, pages, facts)) {
      add(file, { trail: [...above, ...foldersOf(file, folder)], scope })
    }
  }
  return places
}

const withoutPrefix = (path: string, prefix: string): string =>
  path === prefix ? '' : (pathBelow(prefix, path) ?? path)

/**
 * The pages below a folder as generators sort them: by the order that they name, by their numbers, then by name, the index
 * of a folder first.
 */
export function filesIn(
  folder: string,
  files: readonly string[],
  facts: ReadonlyMap<string, PageFacts> = new Map(),
): string[] {
  const keyOf = (file: string) => {
    const order = facts.get(file)?.position ?? null
    const steps = file.split('/')
    const last = order === null ? undefined : `\x01${String(order).padStart(12, '0')}`
    return [...steps.slice(0, -1).map(sortKey), last ?? sortKey(steps.at(-1) ?? '')].join('\0')
  }
  const keys = new Map(files.filter((file) => isBelow(folder, file)).map((file) => [file, keyOf(file)]))
  return [...keys].sort(([, one], [, other]) => (one < other ? -1 : 1)).map(([file]) => file)
}

const sortKey = (step: string): string =>
  isIndex(step) ? '' : step.toLowerCase().replace(/^\d+/, (digits) => digits.padStart(6, '0'))

const isIndex = (name: string): boolean => {
  const stem = name.slice(0, Math.max(0, name.lastIndexOf('.'))).toLowerCase()
  return stem === 'index' || stem === 'readme'
}

/** What the folders between `folder` and the file are called. The index of a folder isn't in it but stands for it. */
function foldersOf(file: string, folder: string): string[] {
  const steps = (pathBelow(folder, file) ?? '').split('/')
  return steps.slice(0, isIndex(steps.at(-1) ?? '') ? -2 : -1).map(withoutNumber)
}

/** `02 - guides` is shown as `guides`. */
const withoutNumber = (step: string): string => step.replace(/^\d+\s*[-_.]+\s*(?=[^-_.\s])/, '')

/** Files by everything that a navigation may call them. */
function namesOf({ site, publication, files, facts }: Required<PlacesRequest>): Map<string, string> {
  const names = new Map<string, string>()
  const add = (name: string, file: string) => {
    if (!names.has(name)) names.set(name, file)
  }
  const routes = files.flatMap((file): [file: string, route: Route][] => {
    const route = publication.route(file)
    return route ? [[file, route]] : []
  })
  // The address of a page is its first name.
  for (const [file, { address }] of routes) if (address !== undefined) add(nameOfAddress(address, site.base), file)
  for (const [file, { path }] of routes) {
    add(path, file)
    add(withoutExtension(path), file)
    for (const address of addressesOfPage(path, site, facts.get(file))) add(address, file)
  }
  return names
}

/** An address below the site's, without its ending. */
function nameOfAddress(address: string, base: string): string {
  const page = address.endsWith('.html') ? address.slice(0, -'.html'.length) : address
  return trimSlashes(page === base ? '' : (pathBelow(base, page) ?? page))
}

const fileOf = ({ path }: NavigationTarget, names: ReadonlyMap<string, string>): string | undefined =>
  names.get(path) ?? names.get(path.toLowerCase()) ?? names.get(withoutIndex(path))

const withoutIndex = (path: string): string =>
  path === 'index' ? '' : path.endsWith('/index') ? path.slice(0, -'/index'.length) : path

/** What a folder is called that nothing names; a group in parentheses shows no name. */
export const titleOf = (name: string): string =>
  name.startsWith('(') && name.endsWith(')') ? '' : name.charAt(0).toUpperCase() + name.slice(1).replace(/[-_]+/g, ' ')
