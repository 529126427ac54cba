import { messageOf } from '../../errors.ts'
import { deadlineFor } from '../../reading/deadline.ts'
import type { ReadingLane } from '../../reading/reading.ts'
import type { LlmsLists, LlmsRequest } from '../readers/crawled-page.ts'
import type { Answer, Fetcher } from './fetcher.ts'
import { withoutMarkdown } from './page-file.ts'

const mostBytes = 32 * 1024 * 1024

/** A page that a website lists for language models. */
export interface ListedPage {
  url: URL
  /** The whole page, when the list has it. */
  markdown?: string
  /** Where its Markdown is, when the list says so. */
  markdownUrl?: URL
}

export interface LlmsOptions {
  reading: ReadingLane
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
  const gaps = [full.gap, listed.gap].filter((gap) => gap !== undefined)
  const lists = await readLists({ full: full.text, list: listed.text, url: start.href }, options)
  if (typeof lists === 'string') return { pages: [], gaps: [...gaps, lists] }
  const links = lists.links.map((link) => new URL(link)).filter(({ pathname }) => /\.mdx?$/i.test(pathname))
  return {
    pages: [
      ...lists.pages.map(({ url, markdown }) => ({ url: withoutMarkdown(new URL(url)), markdown })),
      ...links.map((link) => ({ url: withoutMarkdown(link), markdownUrl: link })),
    ],
    gaps,
  }
}

/** What the lists have, or a sentence that says why they can't be read. */
async function readLists(request: LlmsRequest, { reading, signal }: LlmsOptions): Promise<LlmsLists | string> {
  if (request.full === '' && request.list === '') return { pages: [], links: [] }
  const deadline = deadlineFor(request.full.length + request.list.length)
  return reading.run('llms', request, { signal, deadline }).catch((error: unknown) => {
    signal.throwIfAborted()
    return `The lists for language models at ${request.url} can't be read: ${messageOf(error)}`
  })
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
