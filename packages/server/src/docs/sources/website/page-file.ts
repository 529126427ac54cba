import { pagePath, pageUrl } from '../../links.ts'
import type { SourceDocument } from '../source.ts'

/** How a page of a website is written. */
export type PageKind = 'html' | 'md'

/**
 * The file that stands for a page of a website: its path below the site's address, or below its own host when that is
 * another one, with the extension that says how it is written. `guide/`, `guide` and `guide/index.html` are the same page.
 */
export function fileOf(url: URL, kind: PageKind, siteUrl: string | null, root: URL): string {
  const base = new URL(siteUrl ?? root.origin)
  const folder = base.pathname.replace(/(?<!\/)\/*$/, '/')
  const isOwn = url.host === base.host && `${url.pathname}/`.startsWith(folder)
  const written = isOwn ? url.pathname.slice(folder.length) : `${url.host}${url.pathname}`
  const path = decodePath(written)
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/')
    .replace(/\.(?:html?|mdx?|markdown)$/i, '')
  // A page at the address of a folder stands in it, as its relative links say.
  return `${url.pathname.endsWith('/') || path === '' ? `${path}/index`.replace(/^\//, '') : path}.${kind}`
}

/** The address of a page, unless it follows from the file and the site's address. */
export function addressOf(url: URL, file: string, siteUrl: string | null, root: URL): Pick<SourceDocument, 'address'> {
  const usual = pageUrl(siteUrl ?? root.origin, pagePath(file), null)
  return url.href === usual || url.href === `${usual}/` ? {} : { address: url.href }
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Where a site that offers its pages as Markdown has this one. */
export function markdownUrl(url: URL): URL {
  const markdown = new URL(url)
  const path = url.pathname.replace(/\.html?$/i, '')
  markdown.pathname = path.endsWith('/') ? `${path === '/' ? '/index' : path.slice(0, -1)}.md` : `${path}.md`
  return markdown
}

/** The page of a Markdown address. */
export function withoutMarkdown(url: URL): URL {
  const page = new URL(url)
  page.pathname = url.pathname.replace(/(?:\/index)?\.mdx?$/i, (found) => (found.startsWith('/') ? '/' : ''))
  return page
}
