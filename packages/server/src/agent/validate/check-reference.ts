import { posix } from 'node:path'
import type { Site } from '../../generators/site.ts'
import { decodeEscapes, trimSlashes } from '../../pages/links.ts'
import { isPage } from '../documentation/is-page.ts'
import type { ValidationProblem } from '../documentation/problem.ts'
import { foldAnchor, type PageFacts, type PageReference } from './page-facts.ts'
import type { Routes } from './routes.ts'

export interface ReferenceContext {
  readonly site: Site
  readonly routes: Routes
  readonly facts: ReadonlyMap<string, PageFacts>
}

/** Where a reference leads: a page, another file, nowhere, or where this repository cannot tell. */
type Destination = { readonly page: string } | 'file' | 'none' | 'unknown'

/** What is not an address within the site, or is put together only when the site is built. */
const unchecked = /^(?:[a-z][a-z0-9+.-]*:|\/\/|@|~)|[{}<>]|%7[bB]|\$\(|%=/i

/** What is wrong with a link or an image of the page in `file`; undefined: nothing. */
export function checkReference(
  file: string,
  reference: PageReference,
  context: ReferenceContext,
): ValidationProblem | undefined {
  const { url, kind, line, column } = reference
  if (url.trim() === '' || unchecked.test(url)) return undefined
  const problem = (rule: ValidationProblem['rule'], message: string) => ({ path: file, line, column, rule, message })
  const [address = '', anchor = ''] = split(url)
  const destination = address === '' ? { page: file } : findDestination(file, address, kind, context)
  if (destination === 'none') {
    return kind === 'image'
      ? problem('image', `The image “${url}” does not exist.`)
      : problem('link', `The link “${url}” leads to no page and no file.`)
  }
  if (typeof destination === 'string' || !anchor || hasAnchor(context.facts.get(destination.page), anchor))
    return undefined
  const where = destination.page === file ? 'This page' : destination.page
  return problem('anchor', `${where} has no heading or element for “#${anchor}” (in the link “${url}”).`)
}

/** Path and fragment of an address, decoded. */
function split(url: string): [string, string] {
  const hash = url.indexOf('#')
  const path = (hash < 0 ? url : url.slice(0, hash)).replace(/\?.*$/s, '')
  return [decodeEscapes(path), hash < 0 ? '' : decodeEscapes(url.slice(hash + 1)).replace(/:~:.*$/s, '')]
}

function hasAnchor(facts: PageFacts | undefined, anchor: string): boolean {
  if (!facts || facts.isOpen || anchor === 'top') return true
  const folded = foldAnchor(anchor)
  // Of several headings with one text, generators number all but the first.
  return folded === '' || facts.anchors.has(folded) || facts.anchors.has(foldAnchor(anchor.replace(/[-_]?\d+$/, '')))
}

function findDestination(
  file: string,
  address: string,
  kind: PageReference['kind'],
  context: ReferenceContext,
): Destination {
  return address.startsWith('/') ? findAbsolute(address, kind, context) : findRelative(file, address, kind, context)
}

function findRelative(
  file: string,
  address: string,
  kind: PageReference['kind'],
  context: ReferenceContext,
): Destination {
  const { routes, site } = context
  const beside = posix.join('/', posix.dirname(file), address).slice(1)
  const found = findFile(trimSlashes(beside), routes)
  if (found) return found
  if (kind === 'image') return site.generator === undefined && isAbove(file, address) ? 'unknown' : 'none'
  // A browser resolves it against the page's address, with or without a slash at its end.
  for (const own of routes.addressesOf(file)) {
    for (const folder of [posix.dirname(`/${own}`), `/${own}`]) {
      const path = pathOf(posix.join(folder, address))
      const page = routes.page(path)
      if (page) return { page }
    }
  }
  return isGenerated(pathOf(beside), site) || isAbove(file, address) ? 'unknown' : 'none'
}

/** A relative address that climbs out of the repository names something that is not in it. */
const isAbove = (file: string, address: string): boolean =>
  posix.normalize(`${posix.dirname(file)}/${address}`).startsWith('..')

function findAbsolute(address: string, kind: PageReference['kind'], context: ReferenceContext): Destination {
  const { routes, site } = context
  const full = trimSlashes(address)
  const bases =
    site.base && (full === site.base || full.startsWith(`${site.base}/`))
      ? [full.slice(site.base.length + 1), full]
      : [full]
  for (const path of bases) {
    const page = routes.page(pathOf(path))
    if (page && kind === 'link') return { page }
    for (const folder of [...site.staticFolders, site.pagesFolder, '']) {
      const found = findFile([folder, path].filter(Boolean).join('/'), routes)
      if (found) return found
    }
  }
  if (bases.some((path) => isGenerated(path, site))) return 'unknown'
  const isFile = /\.\w{2,5}$/.test(full) && !isPage(full) && !/\.html?$/.test(full)
  if (kind === 'image' || isFile) return routes.endsWith(full) ? 'file' : 'none'
  if (!site.isPartOfMore) return 'none'
  // Beside pages that are here it is meant to be one of them; anything else may be another part of the site.
  const folder = posix.dirname(pathOf(full))
  return folder !== '.' && routes.hasBelow(folder) ? 'none' : 'unknown'
}

const pathOf = (path: string): string =>
  trimSlashes(path.replace(/\.(?:html?|mdx?|markdown)$/i, '').replace(/(?:^|\/)index$/, ''))

/** A file as it is named, as a page without its extension, or as the index of a folder. */
function findFile(path: string, routes: Routes): Destination | undefined {
  for (const ending of ['', '.md', '.mdx', '/index.md', '/index.mdx', '/README.md', '/_index.md']) {
    const file = `${path}${ending}`
    if (routes.has(file)) return isPage(file) ? { page: file } : 'file'
  }
  const source = path.replace(/\.html?$/, '')
  return source === path ? undefined : findFile(source, routes)
}

const isGenerated = (path: string, site: Site): boolean =>
  site.generated.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)) ||
  site.redirects.some((source) => matches(source, path))

/** Sources of redirects may end in `*`, or name a part by `:name`. */
function matches(source: string, path: string): boolean {
  const parts = trimSlashes(source).split('/')
  const given = path.split('/')
  for (const [index, part] of parts.entries()) {
    if (part === '*' || part.endsWith('*')) return true
    if (given[index] === undefined || (part !== given[index] && !part.startsWith(':'))) return false
  }
  return parts.length === given.length
}
