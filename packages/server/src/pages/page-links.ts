import { decodeEscapes, hasHost, readPagePath } from './links.ts'

/** A link to a page of the site, or to a section of one. */
export interface PageLink {
  /** Which section of its page holds the link, counted from 0. Pages read before this was kept do not say. */
  section?: number
  /** Path of the page as the link names it, in lower case; left out for the page that holds the link. */
  path?: string
  /** Of the section; left out for the whole page. */
  anchor?: string
  text: string
}

/** A further id of a section, by which links may name it. */
export interface SectionName {
  section: number
  name: string
}

/** Code blocks of Markdown; one that nothing closes goes on to the end. */
export const fenced = /^[ \t]*(`{3,}(?!`)|~{3,}(?!~))[^\n]*\n[\s\S]*?(?:^[ \t]*\1[`~]*[ \t]*$|(?![\s\S]))/gm
const link = /(?<!!)\[((?:[^[\]\\]|\\.|\[[^[\]]*\]){1,1000})\]\(<?([^\s()>]{1,2000})>?[^()]{0,1000}\)/g
const longestText = 200
const longestAnchor = 300

/**
 * The links of a page's Markdown to pages and to other sections of its site, in order.
 *
 * @param address Of the page. With a whole one, links that name its host lead to its site, too.
 */
export function linksOf(
  sections: readonly { anchor: string | null; content: string }[],
  address: string | null = null,
): PageLink[] {
  const links: PageLink[] = []
  const host = hostOf(address ?? '')
  const leadsElsewhere = (url: string) => hasHost(url) && (host === undefined || hostOf(url) !== host)
  for (const [section, { anchor: own, content }] of sections.entries()) {
    for (const [, written = '', url = ''] of content.replace(fenced, '').matchAll(link)) {
      const text = written.replace(/[\\`*_[\]]/g, '').trim()
      if (text === '' || text.length > longestText || leadsElsewhere(url)) continue
      const anchor = readAnchor(url)
      if (url.startsWith('#') && (anchor === undefined || anchor === own)) continue
      links.push({
        section,
        ...(!url.startsWith('#') && { path: readPagePath(url).toLowerCase() }),
        ...(anchor !== undefined && { anchor }),
        text,
      })
    }
  }
  return links
}

const hostOf = (url: string): string | undefined =>
  /^https?:\/\//i.test(url) && URL.canParse(url) ? new URL(url).host : undefined

function readAnchor(url: string): string | undefined {
  const written = /#(.+)$/s.exec(url)?.[1]
  return written === undefined || written.length > longestAnchor ? undefined : decodeEscapes(written)
}
