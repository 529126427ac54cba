import { messageOf } from '../../errors.ts'
import { readMarkdownHead } from '../readers/page-head.ts'
import type { Answer, Fetcher } from './fetcher.ts'
import { withoutMarkdown } from './page-file.ts'

const mostBytes = 32 * 1024 * 1024
/** How `llms-full.txt` begins a page: its title, then its address. */
const pageStart = /^# [^\n]{1,500}\n+(?:Source|URL): *(https?:\/\/\S{1,2000})[^\n]*\n/gm

/** A page that a website lists for language models. */
export interface ListedPage {
  url: URL
  /** The whole page, when the list has it. */
  markdown?: string
  /** Where its Markdown is, when the list says so. */
  markdownUrl?: URL
}

export interface LlmsOptions {
  fetch: Fetcher
  signal: AbortSignal
  allows: (url: URL) => boolean
  isHtml: (answer: Answer) => boolean
}

/**
 * The pages in `llms-full.txt` and those that `llms.txt` has as Markdown (llmstxt.org), beside the start address; none
 * when there is no such file. A `llms-full.txt` that does not tell where its pages begin is left out. Gaps are sentences
 * about files that may be there but cannot be read now.
 */
export async function readLlms(start: URL, options: LlmsOptions): Promise<{ pages: ListedPage[]; gaps: string[] }> {
  const full = await readText(new URL('llms-full.txt', start), options)
  const listed = await readText(new URL('llms.txt', start), options)
  const links = readMarkdownHead(listed.text, start).links.filter((link) => /\.mdx?$/i.test(link.pathname))
  const linked = links.map((link) => ({ url: withoutMarkdown(link), markdownUrl: link }))
  return {
    pages: [...splitPages(full.text), ...linked],
    gaps: [full.gap, listed.gap].filter((gap) => gap !== undefined),
  }
}

async function readText(url: URL, options: LlmsOptions): Promise<{ text: string; gap?: string }> {
  const { fetch, signal, allows, isHtml } = options
  if (!allows(url)) return { text: '' }
  try {
    const answer = await fetch({ url, signal, mostBytes })
    if (answer.status >= 500 || answer.status === 429) return { text: '', gap: `${url} answers ${answer.status}.` }
    return { text: answer.status === 200 && !isHtml(answer) ? answer.body.toString('utf8') : '' }
  } catch (error) {
    signal.throwIfAborted()
    return { text: '', gap: messageOf(error) }
  }
}

function splitPages(text: string): ListedPage[] {
  const starts = [...text.matchAll(pageStart)]
  return starts.flatMap((found, index) => {
    const [head, address = ''] = found
    if (!URL.canParse(address)) return []
    const title = head.slice(0, head.indexOf('\n'))
    const body = text.slice(found.index + head.length, starts[index + 1]?.index)
    return [{ url: withoutMarkdown(new URL(address)), markdown: `${title}\n\n${body.trim()}\n` }]
  })
}
