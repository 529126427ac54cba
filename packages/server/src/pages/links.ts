import { posix } from 'node:path'

/** The scheme of an address with its colon, such as `https:`; undefined for a path. */
function schemeOf(url: string): string | undefined {
  const end = url.indexOf(':')
  const scheme = url.slice(0, end + 1)
  return end > 0 && /^[a-z][a-z0-9+.-]*:$/i.test(scheme) ? scheme : undefined
}

/** Whether an address begins with a scheme or a host, so that it may lead to another site. */
export const hasHost = (url: string): boolean => url.startsWith('//') || schemeOf(url) !== undefined

/** Endings of the files that pages are written in. */
const pageEndings = [
  '.md',
  '.mdx',
  '.markdown',
  '.mdoc',
  '.qmd',
  '.rmd',
  '.ipynb',
  '.htm',
  '.html',
  '.adoc',
  '.asciidoc',
  '.rst',
]
/** Names of the files that stand for their folders. */
const folderFiles = ['index', '_index', 'readme']

/** The ending of a page’s file, as it is written; undefined for another file. */
function pageEnding(path: string): string | undefined {
  const dot = path.lastIndexOf('.')
  const ending = dot < 0 ? '' : path.slice(dot)
  return pageEndings.includes(ending.toLowerCase()) ? ending : undefined
}

/** Whether a file is one that pages are written in, by its name. */
export const isPageFile = (path: string): boolean => pageEnding(path) !== undefined

/** Whether a file is written in AsciiDoc, by its name. */
export const isAsciiDoc = (path: string): boolean => /\.a(?:scii)?doc$/i.test(path)

/** An address at the first sign of its query or fragment. */
function cutAddress(url: string): { path: string; rest: string } {
  const cut = [url.indexOf('?'), url.indexOf('#')].filter((at) => at >= 0)
  const at = cut.length > 0 ? Math.min(...cut) : url.length
  return { path: url.slice(0, at), rest: url.slice(at) }
}

/**
 * Makes the links of the page in `file` usable anywhere: a relative link becomes a path from the site's root, and the
 * extension of a page goes. Links to other sites and within the page stay as they are.
 */
export function linkFrom(file: string): (url: string) => string {
  const folder = posix.dirname(file)
  return (url) => {
    if (url === '' || url.startsWith('#') || hasHost(url)) return url
    const { path, rest } = cutAddress(url)
    const isPage = isPageFile(path)
    const isRelative = path.startsWith('./') || path.startsWith('../')
    if (!isPage && !isRelative) return url
    const resolved = path.startsWith('/') ? path : posix.join('/', folder, path)
    return (isPage ? `/${pagePath(resolved)}` : resolved) + rest
  }
}

/** The path of the page that a file becomes: no extension, no `index` or `README` at the end, no slash around it. */
export function pagePath(file: string): string {
  const path = withoutExtension(file)
  const slash = path.lastIndexOf('/')
  const name = path.slice(slash + 1)
  return folderFiles.includes(name.toLowerCase()) ? path.slice(0, Math.max(0, slash)) : path
}

/** The path of a file without the extension of a page. */
export function withoutExtension(file: string): string {
  const path = trimSlashes(file)
  const ending = pageEnding(path)
  return ending === undefined ? path : path.slice(0, -ending.length)
}

/**
 * The page path in what somebody wrote to name a page: a path with or without slashes, extension or fragment, or the
 * whole address.
 */
export const readPagePath = (text: string): string => pagePath(readFilePath(text))

/** The same with `index` and `README` kept. */
export function readFilePath(text: string): string {
  const path = readAddressPath(text)
  const ending = pageEnding(path)?.toLowerCase()
  // Generators may put `.html` behind the name of a file.
  return withoutExtension(ending === '.html' || ending === '.htm' ? path.slice(0, -ending.length) : path)
}

/** An address without what stands before its path. `//guide`, which a slash too many makes of a path, has no host. */
function withoutHost(address: string): string {
  const scheme = schemeOf(address) ?? ''
  const behind = address.slice(scheme.length)
  if (!behind.startsWith('//')) return address
  const [host = ''] = behind.slice(2).split(/[/?#]/, 1)
  const isHost = /(?:\.[a-z]{2,}|^localhost)(?::\d+)?$/i.test(host) && !isPageFile(host)
  return scheme !== '' || isHost ? behind.slice(2 + host.length) : address
}

/** The same with its extension kept. */
export function readAddressPath(text: string): string {
  const address = text.trim()
  const scheme = schemeOf(address)
  // What looks like an address and is none names no page, above all not the home page.
  if (scheme && address.startsWith('//', scheme.length) && !URL.canParse(address)) return trimSlashes(text)
  const { path } = cutAddress(withoutHost(withoutRouteSign(address)))
  return trimSlashes(decodeEscapes(path))
}

/** Whether an address is one that a script reads in the browser, as docsify does. */
export const isHashRoute = (address: string): boolean => address.includes('#/') || address.includes('#!/')

/** `/docs/#/guide/install?id=linux` as `/guide/install?id=linux`. */
function withoutRouteSign(address: string): string {
  const route = address.slice(address.indexOf('#'))
  if (route.startsWith('#/')) return route.slice(1)
  return route.startsWith('#!/') ? route.slice(2) : address
}

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
  const base = withoutSlashesBehind(siteUrl ?? '')
  const section = anchor === null ? '' : encodeURIComponent(anchor)
  if (path.startsWith('#/')) return `${base}/#${encodePath(path.slice(1))}${section && `?id=${section}`}`
  const isAddress = path.startsWith('http://') || path.startsWith('https://')
  return `${isAddress ? path : `${base}/${encodePath(path)}`}${section && `#${section}`}`
}

/** `encodeURI` leaves signs that would begin the query or the fragment of the address. */
const encodePath = (path: string): string => encodeURI(path).replaceAll('?', '%3F').replaceAll('#', '%23')

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
export function trimSlashes(path: string): string {
  let start = 0
  while (path.charAt(start) === '/') start++
  return withoutSlashesBehind(path.slice(start))
}

function withoutSlashesBehind(path: string): string {
  let end = path.length
  while (end > 0 && path.charAt(end - 1) === '/') end--
  return path.slice(0, end)
}

/** The folder that a path stands in; empty at the top. */
export function folderOf(path: string): string {
  const folder = posix.dirname(path)
  return folder === '.' ? '' : folder
}
