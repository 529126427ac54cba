import { readMarkdownHead } from './page-head.ts'

/** The two lists of a website for language models, in UTF-8; empty where there is none. */
export interface LlmsRequest {
  readonly full: Uint8Array
  readonly list: Uint8Array
  /** The address that relative links are of. */
  readonly url: string
  /** Pages that are read at most. */
  readonly most: number
}

/** The pages of a `llms-full.txt`, and the addresses that a `llms.txt` links. */
export interface LlmsLists {
  readonly pages: readonly LlmsPage[]
  /** Their texts in one piece, in UTF-8, each with its title first. */
  readonly texts: Uint8Array
  readonly links: readonly string[]
}

/** A page in a list for language models. */
export interface LlmsPage {
  readonly url: string
  /** Where its text ends; it begins where the one before ends. */
  readonly end: number
}

/** How `llms-full.txt` begins a page: its title, then its address. */
const pageStart = /^# [^\n]{1,500}\n+(?:Source|URL): *(https?:\/\/\S{1,2000})[^\n]*\n/gm

/** Reads the lists of a website for language models. */
export function readLlmsLists({ full, list, url, most }: LlmsRequest): LlmsLists {
  const pages: LlmsPage[] = []
  const texts: Buffer[] = []
  let end = 0
  for (const { url, markdown } of pagesIn(new TextDecoder().decode(full))) {
    if (pages.length >= most) break
    const text = Buffer.from(markdown)
    end += text.length
    texts.push(text)
    pages.push({ url, end })
  }
  const { links } = readMarkdownHead(new TextDecoder().decode(list), new URL(url))
  return { pages, texts: Buffer.concat(texts), links: links.map(({ href }) => href).slice(0, most) }
}

/** Splits a `llms-full.txt` into its pages; one that doesn't say where they begin has none. */
function* pagesIn(text: string): Generator<{ url: string; markdown: string }> {
  let last: { title: string; url: string; start: number } | undefined
  const pageTo = (end?: number) =>
    last && { url: last.url, markdown: `${last.title}\n\n${text.slice(last.start, end).trim()}\n` }
  for (const match of text.matchAll(pageStart)) {
    const page = pageTo(match.index)
    if (page) yield page
    const [head, url = ''] = match
    const title = head.slice(0, head.indexOf('\n'))
    last = URL.canParse(url) ? { title, url, start: match.index + head.length } : undefined
  }
  const page = pageTo()
  if (page) yield page
}
