import { extname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Quotas } from '../quotas.ts'
import type { ReadSite, SyncedSite } from './read-and-embed.ts'
import type { SyncOptions, SyncParts } from './sync.ts'
import type { SyncReport } from './sync-report.ts'

/** Where sites are read from their sources. */
export interface SyncRunner {
  readonly run: ReadSite
  /** Ends what it runs. */
  readonly close: () => Promise<void>
}

/** What a thread opens for itself. */
export interface SyncThreadStore {
  readonly databaseUrl: string | undefined
  readonly dataFolder: string
  readonly quotas: Quotas
  /** Opens the tokens of repositories. */
  readonly sealKey: Uint8Array
}

/** What the thread is told. */
export type SyncThreadCall =
  | { readonly kind: 'sync'; readonly id: number; readonly site: SyncedSite }
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'close' }

/** What it tells. */
export type SyncThreadNote =
  | { readonly kind: 'progress'; readonly id: number; readonly report: SyncReport }
  | { readonly kind: 'read'; readonly id: number; readonly report: SyncReport }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string; readonly stack: string | undefined }

interface RunningCall {
  readonly onProgress: (report: SyncReport) => void
  readonly resolve: (report: SyncReport) => void
  readonly reject: (error: unknown) => void
}

/** How long the thread waits for the next sync, which needn’t load all that reads pages again. */
const idleMilliseconds = 5_000
/** How long it may take to close what it has open. */
const closeMilliseconds = 2_000
const entry = new URL(`./sync-thread${extname(import.meta.url)}`, import.meta.url)

/**
 * Reads in a thread with a connection of its own to the store, so that neither large pages nor the memory that they take hold
 * up readers. It is started for the first sync, and ends when there are none for a while. When it ends by itself, as without
 * memory, the syncs in it fail; the next one starts another.
 */
export const openSyncThread = (store: SyncThreadStore): SyncRunner => {
  const running = new Map<number, RunningCall>()
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let last = 0

  const fail = (from: Worker, error: Error): void => {
    if (thread !== from) return
    thread = undefined
    for (const call of running.values()) call.reject(error)
    running.clear()
  }

  const start = (): Worker => {
    const started = new Worker(entry, { workerData: store })
    started.on('message', (note: SyncThreadNote) => {
      const call = running.get(note.id)
      if (note.kind === 'progress') return call?.onProgress(note.report)
      running.delete(note.id)
      if (note.kind !== 'failed') call?.resolve(note.report)
      else call?.reject(Object.assign(new Error(note.message), { stack: note.stack }))
    })
    started.on('error', (cause) => fail(started, new Error(`The thread of syncs ended: ${cause.message}.`, { cause })))
    started.on('exit', () => fail(started, new Error('The thread of syncs ended.')))
    return started
  }

  const endWhenIdle = (): void => {
    if (running.size > 0) return
    clearTimeout(idle)
    idle = setTimeout(() => {
      thread?.postMessage({ kind: 'close' } satisfies SyncThreadCall)
      thread = undefined
    }, idleMilliseconds).unref()
  }

  const run: SyncRunner['run'] = async ({ id: siteId, url }, { onProgress, signal }) => {
    signal.throwIfAborted()
    clearTimeout(idle)
    thread ??= start()
    const current = thread
    const id = ++last
    const send = (call: SyncThreadCall) => current.postMessage(call)
    const abort = () => send({ kind: 'abort', id })
    signal.addEventListener('abort', abort, { once: true })
    try {
      return await new Promise<SyncReport>((resolve, reject) => {
        running.set(id, { onProgress, resolve, reject })
        send({ kind: 'sync', id, site: { id: siteId, url } })
      })
    } finally {
      signal.removeEventListener('abort', abort)
      endWhenIdle()
    }
  }

  const close: SyncRunner['close'] = async () => {
    clearTimeout(idle)
    if (!thread) return
    const closed = thread
    const ended = new Promise((resolve) => closed.once('exit', resolve))
    closed.postMessage({ kind: 'close' } satisfies SyncThreadCall)
    await Promise.race([ended, wait(closeMilliseconds, undefined, { ref: false })])
    await closed.terminate()
  }

  return { run, close }
}

/** Reads where it is called. @param options where sources keep what they fetch, and how much */
export const runSyncsHere = (parts: SyncParts, options: Omit<SyncOptions, 'onProgress' | 'signal'>): SyncRunner => ({
  run: async (site, more) => {
    // All that reads pages comes with the first sync.
    const { readSources } = await import('./sync.ts')
    return readSources(parts, site, { ...options, ...more })
  },
  close: async () => {},
})
