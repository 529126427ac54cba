import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PackedPage } from '../pages/page.ts'
import { unpackIndex } from '../search/index/index-parsed-page.ts'
import type { PageIndex } from '../search/index/page-index.ts'
import type { ParseAnswer, ParseRequest } from './parse-worker.ts'

/** A page, and what the index keeps of it. */
export interface IndexedPage {
  page: PackedPage
  index: PageIndex
}

interface Job {
  request: ParseRequest
  resolve: (parsed: IndexedPage) => void
  reject: (error: Error) => void
}

/** Threads with nothing to do, by their megabytes: the next sync takes one instead of loading all that reads pages again. */
const spares = new Map<number, { worker: Worker; timer: NodeJS.Timeout }>()
const spareMilliseconds = 5_000
/** The slowest page that was seen, one of a megabyte, took two seconds. */
const longestMilliseconds = 60_000
/** Of what is newly made in the thread: with less, collecting it takes longer than the parsing. */
const youngMegabytes = { most: 48, share: 1 / 6 }

/**
 * Parses and indexes pages in a thread of its own, in the order they are given, so that a server which answers readers meanwhile does
 * not wait for a long page. A page that takes a minute, too much memory, or ends the thread is given up; the next ones are
 * parsed.
 */
export class Parser {
  readonly #queue: Job[] = []
  #worker: Worker | undefined
  #running: Job | undefined
  #timer: NodeJS.Timeout | undefined
  readonly #megabytes: number

  /** @param megabytes Most memory of the thread; the process needs some 40 more. */
  constructor(megabytes: number) {
    this.#megabytes = megabytes
  }

  /** Rejects when the page cannot be parsed at all. */
  parse(request: ParseRequest): Promise<IndexedPage> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ request, resolve, reject })
      this.#next()
    })
  }

  /** Lets go of the thread, which waits a while for the next parser; what is still to be parsed is rejected. */
  async close(): Promise<void> {
    const worker = this.#worker
    const isIdle = this.#running === undefined
    const jobs = [...(this.#running ? [this.#running] : []), ...this.#queue.splice(0)]
    this.#forget()
    for (const job of jobs) job.reject(new Error('The parser was closed.'))
    if (worker && isIdle && !spares.has(this.#megabytes)) keepSpare(this.#megabytes, worker)
    else await worker?.terminate()
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
    this.#open().postMessage(job.request)
  }

  #open(): Worker {
    if (this.#worker) return this.#worker
    const worker = takeSpare(this.#megabytes) ?? openWorker(this.#megabytes)
    const ended = (reason: string) => {
      if (this.#worker === worker) this.#giveUp(reason)
    }
    worker.on('message', (answer: ParseAnswer) => this.#finish(answer))
    worker.on('error', (error) => ended(this.#reasonOf(error)))
    worker.on('exit', () => ended('Its thread ended.'))
    this.#worker = worker
    return worker
  }

  #reasonOf(error: unknown): string {
    if (!(error instanceof Error)) return String(error)
    const isFull = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    return isFull ? `It takes more than ${this.#megabytes} MB of memory.` : error.message
  }

  #finish(answer: ParseAnswer): void {
    const job = this.#running
    clearTimeout(this.#timer)
    this.#running = undefined
    if ('page' in answer) job?.resolve({ page: answer.page, index: unpackIndex(answer.index) })
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

const openWorker = (megabytes: number): Worker => {
  const resourceLimits = {
    maxOldGenerationSizeMb: megabytes,
    maxYoungGenerationSizeMb: Math.min(youngMegabytes.most, megabytes * youngMegabytes.share),
  }
  return new Worker(new URL(`./parse-worker${extname(import.meta.url)}`, import.meta.url), { resourceLimits })
}

const keepSpare = (megabytes: number, worker: Worker): void => {
  const leave = () => {
    takeSpare(megabytes)
    void worker.terminate()
  }
  stopListening(worker)
  // Whatever it ends of now is no page's fault.
  worker.once('error', leave).once('exit', leave)
  worker.unref()
  spares.set(megabytes, { worker, timer: setTimeout(leave, spareMilliseconds).unref() })
}

const takeSpare = (megabytes: number): Worker | undefined => {
  const spare = spares.get(megabytes)
  if (!spare) return undefined
  const { worker, timer } = spare
  spares.delete(megabytes)
  clearTimeout(timer)
  stopListening(worker)
  worker.ref()
  return worker
}

/** The thread has listeners of its own to other events. */
const stopListening = (worker: Worker): void => {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
}
