import { setTimeout as wait } from 'node:timers/promises'
import type { Response } from 'express'
import { readEvents } from '../agent/events.ts'
import { describeJob } from '../agent/job-record.ts'
import type { Database } from '../database/database.ts'
import { abortOnClose } from './event-stream.ts'

const pollMilliseconds = 400
const heartbeatMilliseconds = 15_000
const pageSize = 200

interface JobEventStream {
  readonly database: Database
  readonly jobId: string
  /** Number of the last event that the client has seen. */
  readonly after: number
  readonly shutdown: AbortSignal
}

/**
 * Streams a job's events from the database, so that any server of a fleet can, whichever works on the job. When the job
 * is not active and all was told, `done` is the last event; a client that comes back after it is answered with 204, which
 * an `EventSource` understands as the end.
 */
export const streamJobEvents = async (response: Response, stream: JobEventStream): Promise<void> => {
  const { database, jobId, shutdown } = stream
  const signal = AbortSignal.any([abortOnClose(response).signal, shutdown])
  let after = stream.after
  let toldAt = performance.now()
  const send = async (text: string): Promise<void> => {
    toldAt = performance.now()
    if (response.write(text)) return
    await new Promise<void>((resolve) => {
      response.once('drain', resolve)
      response.once('close', resolve)
    })
  }
  while (!signal.aborted) {
    // The job first: what it did before it ended is then among the events.
    const job = await database.selectFrom('jobs').selectAll().where('id', '=', jobId).executeTakeFirst()
    const events = await readEvents(database, jobId, after, pageSize)
    const isOver = job?.status !== 'active' && events.length < pageSize
    if (!response.headersSent && isOver && events.length === 0) return void response.status(204).end()
    if (!response.headersSent) open(response)
    for (const event of events) {
      await send(`id: ${event.number}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      after = event.number
    }
    if (isOver) {
      await send(`event: done\ndata: ${JSON.stringify(job ? describeJob(job) : null)}\n\n`)
      break
    }
    if (performance.now() - toldAt > heartbeatMilliseconds) await send(': keep-alive\n\n')
    if (events.length < pageSize) await wait(pollMilliseconds, undefined, { signal }).catch(() => undefined)
  }
  if (!response.headersSent) open(response)
  response.end()
}

const open = (response: Response): void => {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  })
  response.flushHeaders()
}
