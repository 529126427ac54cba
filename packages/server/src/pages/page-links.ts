import { decodeEscapes, hasHost, readPagePath } from './links.ts'
import type { SectionLink } from './page.ts'

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

/** In characters. */
const longestText = 200
const longestTarget = 2_000
const longestAnchor = 300

/**
 * The links of a page to pages and to other sections of its site, in order.
 *
 * @param address Of the page. With a whole one, links that name its host lead to its site, too.
 */
export function linksOf(
  sections: readonly { anchor: string | null; links: readonly SectionLink[] }[],
  address: string | null = null,
): PageLink[] {
  const found: PageLink[] = []
  const host = hostOf(address ?? '')
  const leadsElsewhere = (url: string) => hasHost(url) && (host === undefined || hostOf(url) !== host)
  for (const [section, { anchor: own, links }] of sections.entries()) {
    for (const { target, text } of links) {
      if (text === '' || text.length > longestText || target.length > longestTarget || leadsElsewhere(target)) continue
      const anchor = readAnchor(target)
      const isWithin = target.startsWith('#')
      if (isWithin && (anchor === undefined || anchor === own)) continue
      found.push({
        section,
        ...(!isWithin && { path: readPagePath(target).toLowerCase() }),
        ...(anchor !== undefined && { anchor }),
        text,
      })
    }
  }
  return found
}

const hostOf = (url: string): string | undefined =>
  /^https?:\/\//i.test(url) && URL.canParse(url) ? new URL(url).host : undefined

function readAnchor(url: string): string | undefined {
  const sign = url.indexOf('#')
  const written = sign < 0 ? '' : url.slice(sign + 1)
  return written === '' || written.length > longestAnchor ? undefined : decodeEscapes(written)
}
