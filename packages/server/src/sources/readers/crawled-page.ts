import { applyRobots, decodePage, type PageHead, readHtmlHead, readMarkdownHead } from './page-head.ts'
import { type LlmsPage, splitLlmsPages } from './split-llms-pages.ts'

/** A page as a website sent it. */
export interface CrawledPageRequest {
  readonly body: Uint8Array
  readonly contentType: string | undefined
  readonly kind: 'html' | 'md'
  /** The address that its relative links are of. */
  readonly url: string
  /** What the `X-Robots-Tag` header says. */
  readonly robots: string
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
}

/** Decodes a page, and reads its links and instructions for crawlers. */
export function readCrawledPage({ body, contentType, kind, url, robots }: CrawledPageRequest): CrawledPage {
  const text = decodePage(Buffer.from(body), contentType)
  const head = kind === 'html' ? readHtmlHead(text, new URL(url)) : readMarkdownHead(text, new URL(url))
  applyRobots(head, robots)
  const { links, canonical, refresh } = head
  return {
    text,
    head: { ...head, links: links.map(({ href }) => href), canonical: canonical?.href, refresh: refresh?.href },
  }
}

/** The two lists of a website for language models; empty where there is none. */
export interface LlmsRequest {
  readonly full: string
  readonly list: string
  /** The address that relative links are of. */
  readonly url: string
}

/** The pages of a `llms-full.txt`, and the addresses that a `llms.txt` links. */
export interface LlmsLists {
  readonly pages: readonly LlmsPage[]
  readonly links: readonly string[]
}

/** Reads the lists of a website for language models. */
export const readLlmsLists = ({ full, list, url }: LlmsRequest): LlmsLists => ({
  pages: splitLlmsPages(full),
  links: readMarkdownHead(list, new URL(url)).links.map(({ href }) => href),
})
