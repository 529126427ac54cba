import { markedEncoding } from '../decode-text.ts'

/** What a page says to crawlers. */
export interface PageHead {
  /** Addresses of its links, made absolute, without fragment. */
  links: URL[]
  canonical: URL | undefined
  noindex: boolean
  nofollow: boolean
}

const unseen = /<!--[\s\S]*?(?:-->|$)|<(script|style|template)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
/** Bounded, so that a page of nothing but `<a ` takes no longer than another. */
const tags = /<(a|link|meta|base)\s([^<>]{0,4000})>/gi
const attributes = /(?<![a-z-])([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi

/** Reads the links and the instructions for crawlers from HTML. */
export function readHtmlHead(html: string, url: URL): PageHead {
  const head: PageHead = { links: [], canonical: undefined, noindex: false, nofollow: false }
  let base = url
  for (const [, name = '', written = ''] of html.replace(unseen, '').matchAll(tags)) {
    const has = readAttributes(written)
    const address = absolute(has.get('href'), base)
    const relations = (has.get('rel') ?? '').toLowerCase().split(/\s+/)
    if (name.toLowerCase() === 'base') base = address ?? base
    else if (name.toLowerCase() === 'a') {
      if (address && !relations.includes('nofollow')) head.links.push(address)
    } else if (name.toLowerCase() === 'link') {
      if (relations.includes('canonical')) head.canonical ??= address
    } else if (/^(?:robots|sidenote)$/i.test(has.get('name') ?? '')) {
      applyRobots(head, has.get('content') ?? '')
    }
  }
  return head
}

/** Reads the links of a Markdown page. */
export function readMarkdownHead(text: string, url: URL): PageHead {
  const links = [...text.matchAll(/\]\(\s*<?([^\s)>]+)/g)].map((found) => absolute(found[1], url))
  return {
    links: links.filter((link) => link !== undefined),
    canonical: undefined,
    noindex: false,
    nofollow: false,
  }
}

/** Adds what a robots meta tag or an `X-Robots-Tag` header says. */
export function applyRobots(head: PageHead, content: string): void {
  // A header may name the crawler it speaks to.
  const said = content.toLowerCase().replace(/(?:^|,)\s*(?!sidenote)[\w-]+\s*:[^,]*/g, '')
  if (/\b(?:noindex|none)\b/.test(said)) head.noindex = true
  if (/\b(?:nofollow|none)\b/.test(said)) head.nofollow = true
}

function readAttributes(written: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', double, single, bare] of written.matchAll(attributes)) {
    found.set(name.toLowerCase(), decode(double ?? single ?? bare ?? ''))
  }
  return found
}

const decode = (text: string): string => text.replace(/&amp;/gi, '&').replace(/&#38;/g, '&')

function absolute(href: string | undefined, base: URL): URL | undefined {
  if (!href || !URL.canParse(href.trim(), base.href)) return undefined
  const url = new URL(href.trim(), base)
  url.hash = ''
  return /^https?:$/.test(url.protocol) ? url : undefined
}

/** The text of a page in the character set that its bytes, its header or its first kilobyte names. */
export function decodePage(body: Buffer, contentType: string | undefined): string {
  const written = /charset\s*=\s*["']?\s*([\w:.-]+)/i
  const label =
    markedEncoding(body) ??
    written.exec(contentType ?? '')?.[1] ??
    written.exec(body.subarray(0, 1_024).toString('latin1'))?.[1]
  return decoderOf(label).decode(body).replaceAll('\0', '')
}

function decoderOf(label: string | undefined) {
  try {
    return new TextDecoder(label ?? 'utf-8')
  } catch {
    // A character set that nobody knows.
    return new TextDecoder()
  }
}
