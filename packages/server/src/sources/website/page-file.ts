import { decodeEscapes, pagePath, pageUrl } from '../../pages/links.ts'
import type { SourceDocument } from '../source.ts'

/** How a page of a website is written. */
export type PageKind = 'html' | 'md'

/** Where a website is read for. */
export interface WebsitePlace {
  /** The site's address; null: that of the website. */
  readonly siteUrl: string | null
  /** Where the website begins. */
  readonly root: URL
}

/**
 * The file that stands for a page of a website: its path below the site's address, or below its own host when that is
 * another one, with the extension that says how it is written. `guide/`, `guide` and `guide/index.html` are the same page.
 */
export function fileOf(url: URL, kind: PageKind, { siteUrl, root }: WebsitePlace): string {
  const base = new URL(siteUrl ?? root.origin)
  const folder = base.pathname.replace(/(?<!\/)\/*$/, '/')
  const isOwn = url.host === base.host && `${url.pathname}/`.startsWith(folder)
  const written = isOwn ? url.pathname.slice(folder.length) : `${url.host}${url.pathname}`
  const path = decodeEscapes(written)
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/')
    .replace(/\.(?:html?|mdx?|markdown)$/i, '')
  // A page at the address of a folder stands in it, as its relative links say.
  if (url.pathname.endsWith('/') || path === '') return `${path}/index.${kind}`.replace(/^\//, '')
  const file = `${path}.${kind}`
  // In a repository a README stands for its folder; a website has it beside the folder's page.
  return pagePath(file) === path || /(?:^|\/)index$/i.test(path) ? file : `${path}.html.${kind}`
}

/** The address of a page, unless it follows from the file and the site's address. */
export function addressOf(url: URL, file: string, { siteUrl, root }: WebsitePlace): Pick<SourceDocument, 'address'> {
  const usual = pageUrl(siteUrl ?? root.origin, pagePath(file), null)
  return url.href === usual ? {} : { address: url.href }
}

/** How a website names the Markdown of a page: beside it, as the file of its folder, or with `.md` after its whole name. */
export type MarkdownWay = 'beside' | 'inside' | 'after'

/** What the address of a page looks like; a website has the Markdown of all pages of one shape in one way. */
export type PageShape = 'root' | 'folder' | 'file' | 'name'

export const shapeOf = ({ pathname }: URL): PageShape =>
  pathname === '/' ? 'root' : pathname.endsWith('/') ? 'folder' : /\.html?$/i.test(pathname) ? 'file' : 'name'

const waysOf: Readonly<Record<PageShape, readonly MarkdownWay[]>> = {
  root: ['inside', 'after'],
  folder: ['beside', 'inside', 'after'],
  file: ['beside', 'after'],
  name: ['beside'],
}

/** Where a website that offers its pages as Markdown may have this one, as generators and llmstxt.org do it. */
export const markdownUrls = (page: URL): { way: MarkdownWay; url: URL }[] =>
  waysOf[shapeOf(page)].map((way) => {
    const url = new URL(page)
    const { pathname } = page
    const isFolder = pathname.endsWith('/')
    if (way === 'beside') url.pathname = `${pathname.replace(/(?:\/|\.html?)$/i, '')}.md`
    else if (way === 'inside') url.pathname = `${pathname}index.md`
    else url.pathname = `${pathname}${isFolder ? 'index.html' : ''}.md`
    return { way, url }
  })

/** The page of a Markdown address. */
export function withoutMarkdown(url: URL): URL {
  const page = new URL(url)
  page.pathname = url.pathname.replace(/(?:\/index)?\.mdx?$/i, (found) => (found.startsWith('/') ? '/' : ''))
  return page
}
