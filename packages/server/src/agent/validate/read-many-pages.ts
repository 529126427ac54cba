import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { messageOf } from '../../errors.ts'
import { type PageFacts, readPageFacts } from './page-facts.ts'

export interface PageText {
  readonly path: string
  readonly text: string
}

/** So few and short pages are read sooner than a thread is started. */
const few = 20
const short = 200_000
const pagesForThread = 40
const longestMilliseconds = 20_000

/**
 * Reads pages, many of them in threads of their own: whoever else this process serves does not wait for them, and a page
 * that was written to take for ever is given up.
 */
export async function readManyPages(pages: readonly PageText[]): Promise<Map<string, PageFacts>> {
  const facts = new Map<string, PageFacts>()
  if (pages.length <= few && pages.every((page) => page.text.length <= short)) {
    for (const { path, text } of pages) {
      facts.set(path, readPageFacts(path, text))
      await setImmediate()
    }
    return facts
  }
  const queue = pages.values()
  const count = Math.min(availableParallelism(), 4, Math.ceil(pages.length / pagesForThread))
  await Promise.all(Array.from({ length: count }, () => readInThread(queue, facts)))
  return facts
}

/** Works off the queue in one thread; a new one takes over from one that was given up. */
async function readInThread(queue: Iterator<PageText>, facts: Map<string, PageFacts>): Promise<void> {
  let thread: Worker | undefined
  for (let next = queue.next(); !next.done; next = queue.next()) {
    const page = next.value
    thread ??= new Worker(new URL(`./facts-thread${extname(import.meta.url)}`, import.meta.url))
    try {
      facts.set(page.path, await ask(thread, page))
    } catch (error) {
      facts.set(page.path, unreadable(messageOf(error)))
      await thread.terminate()
      thread = undefined
    }
  }
  await thread?.terminate()
}

function ask(thread: Worker, page: PageText): Promise<PageFacts> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      // Not all at once: a Worker listens to itself, too.
      for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event)
    }
    const fail = (reason: string) => {
      end()
      reject(new Error(reason))
    }
    const timer = setTimeout(() => fail(`it takes more than ${longestMilliseconds / 1_000} s`), longestMilliseconds)
    thread.on('message', (facts: PageFacts) => {
      end()
      resolve(facts)
    })
    thread.on('error', (error) => fail(messageOf(error)))
    thread.on('exit', () => fail('its thread ended'))
    thread.postMessage(page)
  })
}

const unreadable = (reason: string): PageFacts => ({
  problems: [{ line: 1, column: 1, rule: 'mdx', message: `The page cannot be read: ${reason}.` }],
  references: [],
  anchors: new Set(),
  isOpen: true,
  title: null,
  slug: null,
  id: null,
})
