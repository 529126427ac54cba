import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { readEvents } from '../agent/jobs/events.ts'
import { describeJob } from '../agent/jobs/job-record.ts'
import type { Database } from '../database/database.ts'
import {
  abortOnClose,
  createStreamWriter,
  defaultTimes,
  type EventStreamTimes,
  endAfterHeaders,
  uiMessageStream,
} from './answers/event-stream.ts'

const pollMilliseconds = 400
const pageSize = 200

interface JobEventStream {
  readonly database: Database
  readonly jobId: string
  /** Number of the last event that the client has seen. */
  readonly after: number
  /** Fires when the client is to be told no more. */
  readonly signal: AbortSignal
  readonly times?: Partial<EventStreamTimes>
}

const look = async (database: Database, jobId: string, after: number) => {
  // The job first: what it did before it ended is then among the events.
  const job = await database.selectFrom('jobs').selectAll().where('id', '=', jobId).executeTakeFirst()
  const events = await readEvents(database, jobId, { after, limit: pageSize })
  const isWhole = events.length < pageSize
  return { job, events, isWhole, isOver: isWhole && job?.status !== 'active' }
}

const encoding = {
  headers: { 'content-type': 'text/event-stream; charset=utf-8' },
  heartbeat: uiMessageStream.heartbeat,
}

/**
 * Streams a job's events from the database, so that any server of a fleet can, whichever works on the job. When the job
 * is not active and all was told, `done` is the last event; a client that comes back after it is answered with 204, which
 * an `EventSource` understands as the end. A client that does not read is dropped, as one of an answer is.
 */
export const streamJobEvents = async (response: ServerResponse, stream: JobEventStream): Promise<void> => {
  const { database, jobId } = stream
  const signal = AbortSignal.any([abortOnClose(response).signal, stream.signal])
  const over = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  let found = await look(database, jobId, stream.after)
  if (found.isOver && found.events.length === 0) return void response.writeHead(204).end()
  if (endAfterHeaders(response, encoding)) return
  const writer = createStreamWriter(response, encoding, { ...defaultTimes, ...stream.times })
  writer.open()
  const send = async (text: string): Promise<void> => {
    const room = writer.send(text)
    if (room) await Promise.race([room, over])
  }
  let { after } = stream
  try {
    while (!signal.aborted) {
      for (const event of found.events) {
        await send(`id: ${event.number}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
        if (signal.aborted) return
        after = event.number
      }
      if (found.isOver) {
        return await send(`event: done\ndata: ${JSON.stringify(found.job ? describeJob(found.job) : null)}\n\n`)
      }
      if (found.isWhole) await wait(pollMilliseconds, undefined, { signal }).catch(() => undefined)
      if (!signal.aborted) found = await look(database, jobId, after)
    }
  } finally {
    // Nobody waits for a client that only watches, and does not even do that.
    if (stream.signal.aborted && response.writableNeedDrain) response.destroy()
    writer.close('')
  }
}
