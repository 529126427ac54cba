import type { RequestListener } from 'node:http'
import { getPageList, getPageText } from '@sidenote/contract'
import GithubSlugger from 'github-slugger'
import { fillPath } from '../ask-server.ts'
import { type PageLink, writePage } from './page-html.ts'

const mostLinks = 300

/** The site that is tried, on its server. */
export interface TriedSite {
  readonly url: string
  readonly domain: string
  /** An assistant key. */
  readonly key: string
  /** What the pages say about themselves. */
  readonly note: string
  /** The script tag of the widget. */
  readonly tag: string
}

const readText = async ({ url, domain, key }: TriedSite, path: string): Promise<string | undefined> => {
  const address = url + fillPath(path.replace('/{path}', ''), { domain })
  const response = await fetch(address, { headers: { authorization: `Bearer ${key}` } })
  return response.ok ? response.text() : undefined
}

/** The links of `llms.txt`, which lead to Markdown, as links to the pages that are served here. */
const readLinks = (list: string): PageLink[] =>
  [...list.matchAll(/^\s*- \[(.*?)\]\(pages\/(.*?)\.md\)/gm)]
    .slice(0, mostLinks)
    .map(([, title = '', path = '']) => ({ href: `/${path === 'index' ? '' : path}`, title }))

const withoutSlashes = (path: string): string => path.replace(/^\/+|\/+$/g, '')

/** Answers with the pages of the site that is tried, as plain text, with the assistant on them. */
export const createPageListener =
  (site: TriedSite): RequestListener =>
  async (request, response) => {
    try {
      const list = await readText(site, getPageList.path)
      const links = readLinks(list ?? '')
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      const path = withoutSlashes(pathname).replace(/\.html?$/, '')
      const textPath = `${getPageText.path.replace('/{path}', '')}/${path || 'index'}.md`
      const markdown = (await readText(site, textPath)) ?? (path === '' ? (list ?? '') : undefined)
      const slugger = new GithubSlugger()
      const slug = (heading: string) => slugger.slug(heading)
      const text = markdown ?? `# There is no page /${path}`
      response.writeHead(markdown === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(writePage({ markdown: text, links, slug, tag: site.tag, note: site.note }))
    } catch (error) {
      response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' })
      response.end(`The server of this page does not answer: ${error instanceof Error ? error.message : error}`)
    }
  }
