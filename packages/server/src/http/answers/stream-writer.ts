import type { ServerResponse } from 'node:http'
import { dropClient } from '../server/drop-client.ts'
import { watchStream } from '../server/watch-requests.ts'
import type { AnswerEncoding } from './answer-encoding.ts'

/** Deadlines of a stream, in milliseconds. */
export interface EventStreamTimes {
  /** Deltas of one text within this time are written as one. @default 40 */
  readonly coalesce: number
  /** A comment is written this often, or proxies would close a silent stream. @default 15000 */
  readonly heartbeat: number
  /** A client that hasn’t read for this long is dropped. @default 60000 */
  readonly stalled: number
}

/** What streams use unless a test shortens it. */
export const defaultTimes: EventStreamTimes = { coalesce: 40, heartbeat: 15_000, stalled: 60_000 }

type Headers = Readonly<Record<string, string>>

const streamHeaders = ({ headers }: Pick<AnswerEncoding, 'headers'>, more: Headers) => ({
  ...headers,
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  ...more,
})

/** Answers HEAD, which would otherwise wait for a stream that it doesn’t get. True when it has. */
export const endAfterHeaders = (
  response: ServerResponse,
  encoding: Pick<AnswerEncoding, 'headers'>,
  more: Headers = {},
): boolean => {
  if (response.req.method !== 'HEAD') return false
  response.writeHead(200, streamHeaders(encoding, more)).end()
  return true
}

/** Writes text as the client reads it, with heartbeats in between. A client that doesn’t read is dropped. */
export const createStreamWriter = (
  response: ServerResponse,
  encoding: Pick<AnswerEncoding, 'headers' | 'heartbeat'>,
  times: EventStreamTimes,
) => {
  let room: Promise<void> | undefined
  const heartbeat = setInterval(() => {
    if (!room) send(encoding.heartbeat)
  }, times.heartbeat)

  /** Returns a promise while the client has no room for more. */
  const send = (text: string): Promise<void> | undefined => {
    if (text === '' || response.destroyed || response.write(text)) return room
    room ??= waitOrDrop(response, 'drain', times.stalled).then(() => {
      room = undefined
    })
    return room
  }

  return {
    send,
    open(headers: Headers = {}) {
      response.writeHead(200, streamHeaders(encoding, headers))
      response.flushHeaders()
      watchStream(response)
    },
    close(end: string) {
      clearInterval(heartbeat)
      if (response.destroyed) return
      response.end(end)
      // A client that doesn’t read the rest must not keep the connection for ever.
      if (!response.writableFinished) void waitOrDrop(response, 'finish', times.stalled)
    },
  }
}

/** Writes texts as the client reads them, each when the one before has been read. A client that doesn’t read is dropped. */
export const writeTexts = async (
  response: ServerResponse,
  texts: AsyncIterable<string>,
  { stalled }: Pick<EventStreamTimes, 'stalled'> = defaultTimes,
): Promise<void> => {
  for await (const text of texts) {
    if (response.destroyed) return
    // As bytes: of a string, the system’s copy would wait beside it.
    if (!response.write(Buffer.from(text))) await waitOrDrop(response, 'drain', stalled)
  }
  response.end()
}

/** Waits until the client has read what was written, and drops it after `stalled` milliseconds. */
const waitOrDrop = (response: ServerResponse, event: 'drain' | 'finish', stalled: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => dropClient(response), stalled)
    const end = () => {
      clearTimeout(timer)
      response.off(event, end)
      response.off('close', end)
      resolve()
    }
    response.once(event, end)
    response.once('close', end)
  })
