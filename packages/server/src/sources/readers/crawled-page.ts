import { applyRobots, decodePage, type PageHead, readHtmlHead, readMarkdownHead } from './page-head.ts'
import { languageByAddress } from './page-language.ts'

/** A page as a website sent it. */
export interface CrawledPageRequest {
  readonly body: Uint8Array
  readonly contentType: string | undefined
  readonly kind: 'html' | 'md'
  /** The address that its relative links are of. */
  readonly url: string
  /** What the `X-Robots-Tag` header says. */
  readonly robots: string
  /** The origin of the website: other links are of no use. */
  readonly origin: string
}

/** What a page says to crawlers, with its addresses as text. */
export interface CrawledHead extends Omit<PageHead, 'links' | 'canonical' | 'refresh'> {
  readonly links: readonly string[]
  readonly canonical: string | undefined
  readonly refresh: string | undefined
}

/** The text of a page, and what it says to crawlers. */
export interface CrawledPage {
  readonly text: string
  readonly head: CrawledHead
  /** The language that its address names and that it is written in. */
  readonly languageByAddress: string | undefined
}

/** Decodes a page, and reads its links and instructions for crawlers. */
export function readCrawledPage(request: CrawledPageRequest): CrawledPage {
  const { body, contentType, kind, robots, origin } = request
  const url = new URL(request.url)
  const text = decodePage(Buffer.from(body), contentType)
  const head = kind === 'html' ? readHtmlHead(text, url) : readMarkdownHead(text, url)
  applyRobots(head, robots)
  const { canonical, refresh } = head
  const links = new Set(head.links.filter((link) => link.origin === origin).map(({ href }) => href))
  return {
    text,
    head: { ...head, links: [...links], canonical: canonical?.href, refresh: refresh?.href },
    languageByAddress: languageByAddress(url, text),
  }
}
