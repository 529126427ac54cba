import { posix } from 'node:path'

/** Does an address begin with a scheme or a host, so that it may lead to another site? */
export const hasHost = (url: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url)
/** Extensions of the files that pages are written in. */
const pageExtensions = 'mdx?|markdown|html?|adoc|asciidoc|rst'
const pageExtension = new RegExp(`\\.(?:${pageExtensions})(?=$|[?#])`, 'i')
/** Matches the name of such a file, at its extension. */
export const pageFile = new RegExp(`\\.(?:${pageExtensions})$`, 'i')

/**
 * Makes the links of the page in `file` usable anywhere: a relative link becomes a path from the site's root, and the
 * extension of a page goes. Links to other sites and within the page stay as they are.
 */
export function linkFrom(file: string): (url: string) => string {
  const folder = posix.dirname(file)
  return (url) => {
    if (url === '' || url.startsWith('#') || hasHost(url)) return url
    const isPage = pageExtension.test(url)
    const isRelative = /^\.{1,2}\//.test(url)
    if (!isPage && !isRelative) return url
    const cut = url.search(/[?#]/)
    const path = cut < 0 ? url : url.slice(0, cut)
    const rest = cut < 0 ? '' : url.slice(cut)
    const resolved = path.startsWith('/') ? path : posix.join('/', folder, path)
    return (isPage ? `/${pagePath(resolved)}` : resolved) + rest
  }
}

/** The path of the page that a file becomes: no extension, no `index` or `README` at the end, no slash around it. */
export function pagePath(file: string): string {
  return withoutExtension(file).replace(/(?:^|\/)(?:index|_index|readme)$/i, '')
}

/** The path of a file without the extension of a page. */
export const withoutExtension = (file: string): string => trimSlashes(file).replace(pageFile, '')

/**
 * The page path in what somebody wrote to name a page: a path with or without slashes, extension or fragment, or the
 * whole address.
 */
export const readPagePath = (written: string): string => pagePath(readFilePath(written))

/** The same with `index` and `README` kept. */
export const readFilePath = (written: string): string =>
  withoutExtension(readAddressPath(written).replace(/\.html?$/i, ''))

/** An address without what stands before its path. `//guide`, which a slash too many makes of a path, has no host. */
const withoutHost = (address: string): string =>
  address.replace(/^([a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)/i, (start: string, scheme: string | undefined, name: string) => {
    const isHost = /(?:\.[a-z]{2,}|^localhost)(?::\d+)?$/i.test(name) && !pageFile.test(name)
    return scheme !== undefined || isHost ? '' : start
  })

/** The same with its extension kept. */
export function readAddressPath(written: string): string {
  // What looks like an address and is none names no page, above all not the home page.
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(written.trim()) && !URL.canParse(written.trim())) return trimSlashes(written)
  const path = withoutHost(withoutRouteSign(written.trim()))
  return trimSlashes(decodeEscapes(path.replace(/[?#].*$/s, '')))
}

/** Whether an address is one that a script reads in the browser, as docsify does. */
export const isHashRoute = (address: string): boolean => /#!?\//.test(address)

/** `/docs/#/guide/install?id=linux` as `/guide/install?id=linux`. */
const withoutRouteSign = (address: string): string => address.replace(/^[^#]*#!?(?=\/)/, '')

/**
 * What a part of an address means, `%20` being a space. A stray percent sign is part of the name; so is an escaped NUL, which
 * no name has and PostgreSQL does not take.
 */
export function decodeEscapes(part: string): string {
  try {
    const decoded = decodeURIComponent(part)
    return decoded.includes('\0') ? part : decoded
  } catch {
    return part
  }
}

/** The path of a page’s address, or of what stands for one, below the site’s. */
export function placeOfAddress(address: string, siteUrl: string | null): string {
  const path = readPagePath(address)
  return pathBelow(siteUrl ? readPagePath(siteUrl) : '', path) ?? path
}

/** What a generator counts an address in front matter from, unless that begins with a slash: the page’s folder, or the root. */
export type SlugStart = 'folder' | 'root'

/** Where the page in `file` says it is published. Without a `start`, a slug with a slash in it counts from the root. */
export function slugPath(file: string, slug: string, start?: SlugStart): string {
  const isFromRoot = start === undefined ? slug.includes('/') : start === 'root' || slug.startsWith('/')
  return readPagePath(isFromRoot ? slug : posix.join(posix.dirname(file), slug))
}

/** Where a reader finds a page, unless `path` is an address already; a path from the site's root when the site's address is unknown. */
export function pageUrl(siteUrl: string | null, path: string, anchor: string | null): string {
  const base = siteUrl?.replace(/\/+$/, '') ?? ''
  const section = anchor === null ? '' : encodeURIComponent(anchor)
  if (path.startsWith('#/')) return `${base}/#${encodePath(path.slice(1))}${section && `?id=${section}`}`
  const page = /^https?:\/\//.test(path) ? path : `${base}/${encodePath(path)}`
  return `${page}${section && `#${section}`}`
}

/** What `encodeURI` leaves of these would begin the query or the fragment of the address. */
const encodePath = (path: string): string => encodeURI(path).replace(/[?#]/g, encodeURIComponent)

/** Paths one below the other, without slashes around them. */
export const joinPaths = (...parts: readonly string[]): string => parts.map(trimSlashes).filter(Boolean).join('/')

/** A path as it is meant in a folder; nothing leads out of the root. */
export const within = (folder: string, path: string): string => trimSlashes(posix.join('/', folder, path))

/** The path of a file below a folder; undefined when it is elsewhere. */
export const pathBelow = (folder: string, file: string): string | undefined =>
  folder === '' ? file : file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : undefined

/** Whether a file is below a folder; every one is below the root. */
export const isBelow = (folder: string, file: string): boolean => pathBelow(folder, file) !== undefined

/** A path without slashes around it. */
export const trimSlashes = (path: string): string => path.replace(/^\/+|\/+$/g, '')

/** The folder that a path stands in; empty at the top. */
export const folderOf = (path: string): string => posix.dirname(path).replace(/^\.$/, '')
