import { messageOf } from '../../errors.ts'
import { deadlineFor } from '../../reading/deadline.ts'
import type { ReadingLane } from '../../reading/reading.ts'
import type { LlmsLists, LlmsRequest } from '../readers/llms-lists.ts'
import type { Answer, Fetcher } from './fetcher.ts'
import { withoutMarkdown } from './page-file.ts'

const mostBytes = 32 * 1024 * 1024

/** A page that a website lists for language models. */
export interface ListedPage {
  url: URL
  /** The whole page in UTF-8, when the list has it. */
  markdown?: Uint8Array
  /** Where its Markdown is, when the list says so. */
  markdownUrl?: URL
}

export interface LlmsOptions {
  reading: ReadingLane
  fetch: Fetcher
  signal: AbortSignal
  allows: (url: URL) => boolean
  isHtml: (answer: Answer) => boolean
  /** Most pages. */
  most: number
}

/**
 * The pages in `llms-full.txt` and those that `llms.txt` has as Markdown (llmstxt.org), beside the start address; none
 * when there is no such file. A `llms-full.txt` that does not tell where its pages begin is left out. Gaps are sentences
 * about files that may be there but cannot be read now.
 */
export async function readLlms(start: URL, options: LlmsOptions): Promise<{ pages: ListedPage[]; gaps: string[] }> {
  const full = await readList(new URL('llms-full.txt', start), options)
  const list = await readList(new URL('llms.txt', start), options)
  const gaps = [full.gap, list.gap].filter((gap) => gap !== undefined)
  const request = { full: full.body, list: list.body, url: start.href, most: options.most }
  const lists = await readLists(request, options)
  if (typeof lists === 'string') return { pages: [], gaps: [...gaps, lists] }
  const links = lists.links.map((link) => new URL(link)).filter(({ pathname }) => /\.mdx?$/i.test(pathname))
  const linked = links.map((link) => ({ url: withoutMarkdown(link), markdownUrl: link }))
  return { pages: [...pagesOf(lists), ...linked], gaps }
}

const pagesOf = ({ pages, texts }: LlmsLists): ListedPage[] =>
  pages.map(({ url, end }, at) => ({
    url: withoutMarkdown(new URL(url)),
    markdown: texts.subarray(pages[at - 1]?.end ?? 0, end),
  }))

/** What the lists have, or a sentence that says why they can't be read. */
async function readLists(request: LlmsRequest, { reading, signal }: LlmsOptions): Promise<LlmsLists | string> {
  const size = request.full.length + request.list.length
  if (size === 0) return { pages: [], texts: new Uint8Array(), links: [] }
  return reading.run('llms', request, { signal, deadline: deadlineFor(size) }).catch((error: unknown) => {
    signal.throwIfAborted()
    return `The lists for language models at ${request.url} can't be read: ${messageOf(error)}`
  })
}

const noBody = new Uint8Array()

async function readList(url: URL, options: LlmsOptions): Promise<{ body: Uint8Array; gap?: string }> {
  const { fetch, signal, allows, isHtml } = options
  if (!allows(url)) return { body: noBody }
  try {
    const answer = await fetch({ url, signal, mostBytes })
    if (answer.status >= 500 || answer.status === 429) return { body: noBody, gap: `${url} answers ${answer.status}.` }
    return { body: answer.status === 200 && !isHtml(answer) ? answer.body : noBody }
  } catch (error) {
    signal.throwIfAborted()
    return { body: noBody, gap: messageOf(error) }
  }
}
