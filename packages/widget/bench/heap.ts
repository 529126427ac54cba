// Measures the memory of a long conversation: the widget from its script tag, and 50 answers of 3.5 kB from a scripted server.
// Then the conversation is deleted, and everything repeats.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import { answer, ends } from './answer.ts'
import { heapOf, launch } from './browser.ts'

const questions = 50
const dist = join(import.meta.dirname, '../dist')
const pageText = `<!doctype html><html lang="en"><title>Keys</title><main><h1>Keys</h1></main>
<script src="/widget.js" data-domain="docs" data-key="svc_dsc_bench"></script></html>`

/** The answer as the server streams it. */
function streamOf(id: string): string {
  const sources = [1, 2, 3].map((number) => ({
    type: 'source-url',
    sourceId: `source_${number}`,
    url: `/page-${number}`,
    title: `Page ${number}`,
    providerMetadata: { sidenote: { number, path: `page-${number}`, breadcrumbs: [], snippet: 'A passage.' } },
  }))
  const deltas = ends.map((end, index) => ({
    type: 'text-delta',
    id: 'text',
    delta: answer.slice(ends[index - 1] ?? 0, end),
  }))
  const threadId = 'thread'
  const parts = [
    { type: 'start', messageId: id, messageMetadata: { threadId } },
    ...sources,
    { type: 'text-start', id: 'text' },
    ...deltas,
    { type: 'text-end', id: 'text' },
    { type: 'finish', messageMetadata: { threadId, answered: true } },
  ]
  return [...parts.map((part) => JSON.stringify(part)), '[DONE]'].map((data) => `data: ${data}\n\n`).join('')
}

async function serve() {
  let answers = 0
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bench')
    if (pathname === '/') return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageText)
    if (pathname.endsWith('/message')) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'x-vercel-ai-ui-message-stream': 'v1' })
      return response.end(streamOf(`answer-${++answers}`))
    }
    if (!/^\/widget[\w./-]*\.js$/.test(pathname)) return response.writeHead(404).end()
    return response
      .writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' })
      .end(readFileSync(join(dist, pathname)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { server, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/` }
}

declare global {
  interface Window {
    Sidenote?: {
      ask(question: string): void
      reset(): void
      on(event: 'answer', listener: () => void): () => void
    }
  }
}

/** Asks, and waits for the whole answer. */
const ask = (page: Page, question: string): Promise<void> =>
  page.evaluate(
    (text) =>
      new Promise<void>((resolve, reject) => {
        const { Sidenote: widget } = window
        if (!widget) return reject(new Error('There is no widget on the page.'))
        const stop = widget.on('answer', () => {
          stop()
          resolve()
        })
        widget.ask(text)
      }),
    question,
  )

async function settledHeap(page: Page, session: CDPSession): Promise<number> {
  await page.waitForTimeout(300)
  return heapOf(session)
}

/** One conversation, from the first question until it's deleted. */
async function converse(page: Page, session: CDPSession) {
  const bytes: number[] = [await settledHeap(page, session)]
  for (let number = 1; number <= questions; number++) {
    await ask(page, `What is option ${number}?`)
    if (number % 10 === 0) bytes.push((await settledHeap(page, session)) - (bytes[0] ?? 0))
  }
  const tables = await page.locator('sidenote-widget .sn-frame table').count()
  await page.evaluate(() => window.Sidenote?.reset())
  return { answers: bytes.slice(1), tables, leftover: await settledHeap(page, session) }
}

/** Heap sizes, in bytes. */
export interface HeapSizes {
  /** Of 10, 20 … 50 answers. */
  readonly answers: readonly number[]
  /** After the first conversation was deleted, after the second, and so on. */
  readonly leftovers: readonly number[]
}

/** Measures three conversations. Throws if an answer is missing. */
export async function measureHeap(): Promise<HeapSizes> {
  const { server, url } = await serve()
  const browser = await launch()
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    const session = await page.context().newCDPSession(page)
    await page.goto(url)
    await ask(page, 'Hello?')
    await page.evaluate(() => window.Sidenote?.reset())
    const leftovers: number[] = []
    let answers: readonly number[] = []
    for (let round = 0; round < 3; round++) {
      const conversation = await converse(page, session)
      if (conversation.tables < questions) throw new Error(`The panel shows ${conversation.tables} tables of answers.`)
      answers = conversation.answers
      leftovers.push(conversation.leftover)
    }
    return { answers, leftovers }
  } finally {
    await browser.close()
    server.close()
  }
}
