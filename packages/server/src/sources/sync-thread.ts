import { parentPort, workerData } from 'node:worker_threads'
import { connectDatabase } from '../database/open.ts'
import { createSeal } from '../database/seal.ts'
import { openDisk } from '../disk.ts'
import { messageOf } from '../errors.ts'
import { openReading } from '../reading/reading.ts'
import { openSearchIndex } from '../search/search-index.ts'
import { readSources } from './sync.ts'
import type { SyncReport } from './sync-report.ts'
import type { SyncThreadCall, SyncThreadNote, SyncThreadStore } from './sync-runner.ts'

// Syncs sites beside what serves requests: writing large pages, and collecting what was read of them, would hold up readers.

/** A report may be long: it is sent now and then. */
const progressMilliseconds = 200

const { databaseUrl, dataFolder, quotas, sealKey }: SyncThreadStore = workerData
const database = connectDatabase({ databaseUrl, dataFolder, mostConnections: quotas.syncs })
const reading = openReading()
const parts = { searchIndex: openSearchIndex({ database }), reading, seal: createSeal(sealKey) }
const disk = openDisk(dataFolder, quotas.diskReserveBytes)
const running = new Map<number, AbortController>()

const send = (note: SyncThreadNote): void => parentPort?.postMessage(note)

const sync = async ({ id, site }: Extract<SyncThreadCall, { kind: 'sync' }>): Promise<void> => {
  const abort = new AbortController()
  running.set(id, abort)
  let sentAt = 0
  let last: SyncReport | undefined
  const onProgress = (report: SyncReport): void => {
    last = report
    if (performance.now() - sentAt < progressMilliseconds) return
    sentAt = performance.now()
    send({ kind: 'progress', id, report })
  }
  try {
    const { signal } = abort
    const report = await readSources(parts, site, { onProgress, signal, folder: dataFolder, quotas, disk })
    send({ kind: 'read', id, report })
  } catch (error) {
    if (last) send({ kind: 'progress', id, report: last })
    send({ kind: 'failed', id, message: messageOf(error), stack: error instanceof Error ? error.stack : undefined })
  } finally {
    running.delete(id)
  }
}

const close = async (): Promise<void> => {
  for (const abort of running.values()) abort.abort()
  await reading.close()
  await database.destroy()
  parentPort?.close()
}

parentPort?.on('message', (call: SyncThreadCall) => {
  if (call.kind === 'sync') void sync(call)
  else if (call.kind === 'abort') running.get(call.id)?.abort()
  else void close()
})
