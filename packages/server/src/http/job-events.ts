import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { readEvents } from '../agent/jobs/events.ts'
import { describeJob } from '../agent/jobs/job-record.ts'
import type { Database } from '../database/database.ts'
import { uiMessageStream } from './answers/answer-encoding.ts'
import { abortOnClose } from './answers/event-stream.ts'
import { createStreamWriter, defaultTimes, type EventStreamTimes, endAfterHeaders } from './answers/stream-writer.ts'

const pollMilliseconds = 400
const pageSize = 200

interface JobEventStream {
  readonly database: Database
  readonly jobId: string
  /** Number of the last event that the client has. */
  readonly after: number
  /** Fires when the stream must end. */
  readonly signal: AbortSignal
  readonly times?: Partial<EventStreamTimes>
}

const readPage = async (database: Database, jobId: string, after: number) => {
  // The job first: its last events are then on the page.
  const job = await database.selectFrom('jobs').selectAll().where('id', '=', jobId).executeTakeFirst()
  const events = await readEvents(database, jobId, { after, limit: pageSize })
  const isLast = events.length < pageSize
  return { job, events, isLast, isOver: isLast && job?.status !== 'active' }
}

const encoding = {
  headers: { 'content-type': 'text/event-stream; charset=utf-8' },
  heartbeat: uiMessageStream.heartbeat,
}

/**
 * Streams a job’s events from the database, so that any server of a fleet can, whichever works on the job. When the job isn’t
 * active and everything is sent, the last event is `done`. A client that reconnects after it gets 204, which ends an
 * `EventSource`. A client that doesn’t read is dropped, as with answers.
 */
export const streamJobEvents = async (response: ServerResponse, stream: JobEventStream): Promise<void> => {
  const { database, jobId } = stream
  const signal = AbortSignal.any([abortOnClose(response).signal, stream.signal])
  const end = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  let page = await readPage(database, jobId, stream.after)
  if (page.isOver && page.events.length === 0) return void response.writeHead(204).end()
  if (endAfterHeaders(response, encoding)) return
  const writer = createStreamWriter(response, encoding, { ...defaultTimes, ...stream.times })
  writer.open()
  const send = async (text: string): Promise<void> => {
    const room = writer.send(text)
    if (room) await Promise.race([room, end])
  }
  let { after } = stream
  try {
    while (!signal.aborted) {
      for (const event of page.events) {
        await send(`id: ${event.number}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
        if (signal.aborted) return
        after = event.number
      }
      if (page.isOver) {
        return await send(`event: done\ndata: ${JSON.stringify(page.job ? describeJob(page.job) : null)}\n\n`)
      }
      if (page.isLast) await wait(pollMilliseconds, undefined, { signal }).catch(() => undefined)
      if (!signal.aborted) page = await readPage(database, jobId, after)
    }
  } finally {
    // Shutdown doesn’t wait for a watcher that doesn’t even read.
    if (stream.signal.aborted && response.writableNeedDrain) response.destroy()
    writer.close('')
  }
}
