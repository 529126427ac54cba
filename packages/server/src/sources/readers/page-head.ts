import { decodeEntities } from '../../pages/readers/html/text.ts'
import { markedEncoding } from './decode-text.ts'

/** What a page says to crawlers. */
export interface PageHead {
  /** Addresses of its links, made absolute, without fragment. */
  links: URL[]
  canonical: URL | undefined
  /** Where it sends its readers at once; a link, too. */
  refresh: URL | undefined
  noindex: boolean
  /** What it calls its language. */
  language: string | undefined
  /** Whether it calls itself the index or the search of the website, as Sphinx does, or a list of pages, as Docusaurus does. */
  isIndex: boolean
  nofollow: boolean
}

const unseen = /<!--[\s\S]*?(?:-->|$)|<(script|style|template)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
/** Of pages with a tag, of tags, of posts. */
const listOfPages = /^(?:doc|blog)_\w{0,40}(?:list|archive|posts)$/
/** Seconds. */
const longestRefresh = 10
/** More than a crawl has pages: reading millions would hold up whoever is answered meanwhile. */
const mostLinks = 20_000
/** Where a tag begins that says something. */
const tags = /<(a|area|link|meta|base|html|\/?noscript)(?=[\s/>])/gi
/** In characters; what goes on for longer is none. */
const longestTag = 4_000
const attributes = /(?<![a-z-])([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi

/** Reads the links and the instructions for crawlers from HTML. */
export function readHtmlHead(html: string, url: URL): PageHead {
  const head: PageHead = {
    links: [],
    canonical: undefined,
    refresh: undefined,
    noindex: false,
    language: undefined,
    isIndex: false,
    nofollow: false,
  }
  let base = url
  /** Whether what stands here is for browsers without JavaScript, as hardly any reader has. */
  let isAside = false
  const seen = html.replace(unseen, '')
  for (const match of seen.matchAll(tags)) {
    const [start, written = ''] = match
    const name = written.toLowerCase()
    const isLink = name === 'a' || name === 'area'
    const more = isLink && head.links.length >= mostLinks ? undefined : attributesAt(seen, match.index + start.length)
    if (more === undefined) continue
    const has = readAttributes(more)
    const address = absolute(has.get('href'), base)
    const relations = (has.get('rel') ?? '').toLowerCase().split(/\s+/)
    if (name.endsWith('noscript')) isAside = name === 'noscript'
    else if (name === 'base') base = address ?? base
    else if (name === 'html') head.language ??= has.get('lang')?.trim() || undefined
    else if (isLink) {
      if (address && !relations.includes('nofollow')) head.links.push(address)
    } else if (name === 'link') {
      if (relations.includes('canonical')) head.canonical ??= address
      if (/^(?:index|search)$/.test(relations.join(' ')) && has.get('href') === '#') head.isIndex = true
    } else if (has.get('name') === 'docusaurus_tag') {
      if (listOfPages.test(has.get('content') ?? '')) head.isIndex = true
    } else if (/^(?:robots|sidenote)$/i.test(has.get('name') ?? '')) {
      applyRobots(head, has.get('content') ?? '')
    } else if (/^refresh$/i.test(has.get('http-equiv') ?? '') && !isAside) {
      head.refresh ??= absolute(refreshOf(has.get('content') ?? ''), base)
      if (head.refresh) head.links.push(head.refresh)
    }
  }
  return head
}

/** The text of a tag behind its name: up to the first `>` that stands in no value. Undefined for what is none. */
function attributesAt(html: string, start: number): string | undefined {
  const last = Math.min(html.length, start + longestTag)
  for (let at = start; at < last; at++) {
    const sign = html.charAt(at)
    if (sign === '>') return html.slice(start, at)
    if (sign === '<') return undefined
    // A quote elsewhere is a letter of a value, as in `title=it's`.
    if (
      (sign !== '"' && sign !== "'") ||
      !html
        .slice(Math.max(start, at - 4), at)
        .trimEnd()
        .endsWith('=')
    )
      continue
    at = html.indexOf(sign, at + 1)
    if (at < 0) return undefined
  }
  return undefined
}

/** Reads the links of a Markdown page. */
export function readMarkdownHead(text: string, url: URL): PageHead {
  const links: URL[] = []
  for (const [, written] of text.matchAll(/\]\(\s*<?([^\s)>]+)/g)) {
    const link = absolute(written, url)
    if (link) links.push(link)
    if (links.length >= mostLinks) break
  }
  return {
    links,
    canonical: undefined,
    refresh: undefined,
    noindex: false,
    language: undefined,
    isIndex: false,
    nofollow: false,
  }
}

/** The address in `0; url=/guide`. A page that waits longer is meant to be read, and ends a session then. */
function refreshOf(content: string): string | undefined {
  const [, seconds, address] = /^\s*(\d+)(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^\s"']+)/i.exec(content) ?? []
  return Number(seconds) <= longestRefresh ? address : undefined
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
    found.set(name.toLowerCase(), decodeEntities(double ?? single ?? bare ?? ''))
  }
  return found
}

function absolute(href: string | undefined, base: URL): URL | undefined {
  if (!href || !URL.canParse(href.trim(), base.href)) return undefined
  const url = new URL(href.trim(), base)
  url.hash = ''
  return /^https?:$/.test(url.protocol) ? url : undefined
}

const charset = /charset\s*=\s*["']?\s*([\w:.-]+)/i
const xmlEncoding = /^<\?xml\s[^>]*encoding\s*=\s*["']([\w:.-]+)/i
const metaCharset = /<meta\s[^<>]*?charset\s*=\s*["']?\s*([\w:.-]+)/i

/** What a page says of itself in its first kilobyte. One that could be read so far is no UTF-16, whatever it says (HTML, 13.2.3.2). */
function declaredCharset(body: Buffer): string | undefined {
  const start = body.subarray(0, 1_024).toString('latin1')
  const label = xmlEncoding.exec(start)?.[1] ?? metaCharset.exec(withoutComments(start))?.[1]
  return label && /^utf-?16/i.test(label) ? 'utf-8' : label
}

function withoutComments(html: string): string {
  const [first = '', ...rest] = html.split('<!--')
  return first + rest.map((part) => part.split('-->').slice(1).join('-->')).join('')
}

/** The text of a page in the character set that its mark, its header or its first kilobyte names. */
export function decodePage(body: Buffer, contentType: string | undefined): string {
  const label = markedEncoding(body) ?? charset.exec(contentType ?? '')?.[1] ?? declaredCharset(body)
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
