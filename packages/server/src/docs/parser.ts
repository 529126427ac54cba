import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ParsedPage, parsePage } from './parse.ts'
import type { ParseAnswer } from './parse-worker.ts'

interface Job {
  page: Parameters<typeof parsePage>[0]
  resolve: (parsed: ParsedPage) => void
  reject: (error: Error) => void
}

/** The slowest page that was seen, one of a megabyte, took two seconds. */
const longestMilliseconds = 60_000
/** Of the thread, in MB: a page that needs more ends it, and not the server. */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 }

/**
 * Parses pages in a thread of its own, in the order they are given, so that a server which answers readers meanwhile does
 * not wait for a long page. A page that takes a minute, needs too much memory or ends the thread is given up; the next ones are parsed.
 */
export class Parser {
  readonly #queue: Job[] = []
  #worker: Worker | undefined
  #running: Job | undefined
  #timer: NodeJS.Timeout | undefined

  /** Rejects when the page cannot be parsed at all. */
  parse(page: Parameters<typeof parsePage>[0]): Promise<ParsedPage> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ page, resolve, reject })
      this.#next()
    })
  }

  /** Ends the thread; what is still to be parsed is rejected. */
  async close(): Promise<void> {
    const worker = this.#worker
    const jobs = [...(this.#running ? [this.#running] : []), ...this.#queue.splice(0)]
    this.#forget()
    for (const job of jobs) job.reject(new Error('The parser was closed.'))
    await worker?.terminate()
  }

  #next(): void {
    if (this.#running) return
    const job = this.#queue.shift()
    if (!job) return
    this.#running = job
    this.#timer = setTimeout(
      () => this.#giveUp(`It took more than ${longestMilliseconds / 1_000} s.`),
      longestMilliseconds,
    )
    this.#open().postMessage(job.page)
  }

  #open(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL(`./parse-worker${extname(import.meta.url)}`, import.meta.url), { resourceLimits })
    const ended = (reason: string) => {
      if (this.#worker === worker) this.#giveUp(reason)
    }
    worker.on('message', (answer: ParseAnswer) => this.#finish(answer))
    worker.on('error', (error) => ended(error instanceof Error ? error.message : String(error)))
    worker.on('exit', () => ended('Its thread ended.'))
    this.#worker = worker
    return worker
  }

  #finish(answer: ParseAnswer): void {
    const job = this.#running
    clearTimeout(this.#timer)
    this.#running = undefined
    if ('page' in answer) job?.resolve(answer.page)
    else job?.reject(new Error(answer.reason))
    this.#next()
  }

  #giveUp(reason: string): void {
    const job = this.#running
    void this.#worker?.terminate()
    this.#forget()
    job?.reject(new Error(reason))
    this.#next()
  }

  #forget(): void {
    clearTimeout(this.#timer)
    this.#worker = undefined
    this.#running = undefined
  }
}
