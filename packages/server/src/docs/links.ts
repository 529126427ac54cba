import { posix } from 'node:path'

const external = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i
/** Extensions of the files that pages are written in. */
export const pageExtensions = 'mdx?|markdown|html?|adoc|asciidoc|rst'
const pageExtension = new RegExp(`\\.(?:${pageExtensions})(?=$|[?#])`, 'i')
const lastExtension = new RegExp(`\\.(?:${pageExtensions})$`, 'i')

/**
 * Makes the links of the page in `file` usable anywhere: a relative link becomes a path from the site's root, and the
 * extension of a page goes. Links to other sites and within the page stay as they are.
 */
export function linkFrom(file: string): (url: string) => string {
  const folder = posix.dirname(file)
  return (url) => {
    if (url === '' || url.startsWith('#') || external.test(url)) return url
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
export const withoutExtension = (file: string): string => trimSlashes(file).replace(lastExtension, '')

/**
 * The page path in what somebody wrote to name a page: a path with or without slashes, extension or fragment, or the
 * whole address.
 */
export const readPagePath = (written: string): string => pagePath(readFilePath(written))

/** The same with `index` and `README` kept. */
export function readFilePath(written: string): string {
  let path = written.trim().replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i, '')
  path = path.replace(/[?#].*$/s, '')
  try {
    path = decodeURIComponent(path)
  } catch {
    // A stray percent sign is part of the name.
  }
  return withoutExtension(trimSlashes(path).replace(/\.html?$/i, ''))
}

/** Where the page in `file` says it is published: a slug with a slash in it counts from the root, another from the folder. */
export function slugPath(file: string, slug: string): string {
  const path = readPagePath(slug)
  return slug.includes('/') ? path : readPagePath(posix.join(posix.dirname(file), path))
}

/** Where a reader finds a page, unless `path` is an address already; a path from the site's root when the site's address is unknown. */
export function pageUrl(siteUrl: string | null, path: string, anchor: string | null): string {
  const base = siteUrl?.replace(/\/+$/, '') ?? ''
  const page = /^https?:\/\//.test(path) ? path : `${base}/${encodeURI(path)}`
  return `${page}${anchor === null ? '' : `#${encodeURIComponent(anchor)}`}`
}

/** A path without slashes around it. */
export const trimSlashes = (path: string): string => path.replace(/^\/+|\/+$/g, '')

/** The folder that a path stands in; empty at the top. */
export const folderOf = (path: string): string => posix.dirname(path).replace(/^\.$/, '')
