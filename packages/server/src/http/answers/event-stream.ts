import type { ServerResponse } from 'node:http'
import type { AnswerChunk } from '../../assistant/chunk.ts'
import { watchStream } from '../server/watch-requests.ts'

/** How chunks are written to the wire. */
export interface AnswerEncoding {
  readonly headers: Readonly<Record<string, string>>
  /** Empty for a chunk that this encoding has no word for. */
  readonly chunk: (chunk: AnswerChunk) => string
  /** Written into a silent stream; readers pass over it. */
  readonly heartbeat: string
  readonly end: string
}

/** Server-sent events, as versions 5 and later of the AI SDK read them. */
export const uiMessageStream: AnswerEncoding = {
  headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-vercel-ai-ui-message-stream': 'v1' },
  chunk: (chunk) => `data: ${JSON.stringify(chunk)}\n\n`,
  heartbeat: ': keep-alive\n\n',
  end: 'data: [DONE]\n\n',
}

export interface EventStreamOptions {
  /** @default server-sent events */
  readonly encoding?: AnswerEncoding
  readonly threadId: string
  /** Aborts the making of the chunks: as `abortOnClose` gives it, and here when the server shuts down. */
  readonly abort: AbortController
  /** Aborted when the server shuts down: the stream then ends with an `error` part. */
  readonly shutdown?: AbortSignal
  /** Told when the chunks themselves fail, which they are not meant to. */
  readonly onError?: (error: unknown) => void
  readonly times?: Partial<EventStreamTimes>
}

/** All in milliseconds. */
export interface EventStreamTimes {
  /** Deltas of one text within this time are written as one. @default 40 */
  readonly coalesce: number
  /** A comment is written this often, or proxies close a silent stream. @default 15000 */
  readonly heartbeat: number
  /** A client that has not read for this long is dropped. @default 60000 */
  readonly stalled: number
}

export const defaultTimes: EventStreamTimes = { coalesce: 40, heartbeat: 15_000, stalled: 60_000 }

/** What a reader is told whose answer broke off, or was ended by the server. */
export const interrupted = 'The answer was interrupted. Please ask again.'
export const shuttingDown = 'The server is restarting. Please ask again in a moment.'

/**
 * An abort controller that fires when the client leaves before the response has ended. Made before the work starts, so
 * that no model is asked for somebody who has gone.
 */
export const abortOnClose = (response: ServerResponse): AbortController => {
  const abort = new AbortController()
  const leave = () => {
    if (!response.writableFinished) abort.abort(new Error('The client closed the connection.'))
  }
  if (response.closed || response.destroyed) leave()
  else response.once('close', leave)
  return abort
}

/**
 * Writes chunks, as server-sent events unless told otherwise, until the last one. The stream always ends with `finish` or `error`,
 * also when the chunks do not. Resolves when everything is written or the client is gone; never rejects.
 */
export const writeEventStream = async (
  response: ServerResponse,
  chunks: AsyncIterable<AnswerChunk>,
  options: EventStreamOptions,
): Promise<void> => {
  const { encoding = uiMessageStream, shutdown, onError } = options
  const times = { ...defaultTimes, ...options.times }
  const writer = createStreamWriter(response, encoding, times)
  const stop = () => options.abort.abort(new Error('The server is shutting down.'))
  shutdown?.addEventListener('abort', stop, { once: true })
  if (shutdown?.aborted) stop()
  writer.open({ 'x-thread-id': options.threadId })
  try {
    await encodeChunks(chunks, writer.send, {
      ...{ encoding, coalesce: times.coalesce },
      ...(onError && { onError }),
      isOver: () => response.destroyed,
      errorText: () => (shutdown?.aborted ? shuttingDown : interrupted),
    })
  } finally {
    shutdown?.removeEventListener('abort', stop)
  }
  writer.close(encoding.end)
}

/**
 * Writes events that are text already, such as those of an answer that others read too. Resolves when everything is
 * written (true), or when the client is gone or wants the headers alone (false); never rejects.
 *
 * @param texts gives the texts; ends soon after its signal fires
 */
export const writeTextStream = async (
  response: ServerResponse,
  texts: (signal: AbortSignal) => AsyncIterable<string>,
  threadId: string,
): Promise<boolean> => {
  const headers = { 'x-thread-id': threadId }
  if (endAfterHeaders(response, uiMessageStream, headers)) return false
  const { signal } = abortOnClose(response)
  const writer = createStreamWriter(response, uiMessageStream, defaultTimes)
  writer.open(headers)
  for await (const text of texts(signal)) {
    if (response.destroyed) break
    await writer.send(text)
  }
  writer.close('')
  return !response.destroyed
}

export interface ChunkEncoding {
  readonly encoding: AnswerEncoding
  readonly coalesce: number
  readonly onError?: (error: unknown) => void
  /** Nobody waits for more. */
  readonly isOver?: () => boolean
  /** What readers are told when the chunks end without an end of their own. */
  readonly errorText: () => string
}

/**
 * Gives chunks as text, deltas of one text joined, until the last one; an `error` part when the chunks end without one.
 *
 * @param send resolves when there is room for more
 */
export const encodeChunks = async (
  chunks: AsyncIterable<AnswerChunk>,
  send: (text: string) => Promise<void> | undefined,
  { encoding, coalesce, onError, isOver, errorText }: ChunkEncoding,
): Promise<void> => {
  const joined = joinDeltas((chunk) => send(encoding.chunk(chunk)), coalesce)
  let ended = false
  try {
    for await (const chunk of chunks) {
      if (isOver?.()) break
      ended = chunk.type === 'finish' || chunk.type === 'error'
      await joined.write(chunk)
      if (ended) break
    }
  } catch (error) {
    onError?.(error)
  }
  if (!ended) await joined.write({ type: 'error', errorText: errorText() })
  joined.flush()
}

/** Joins the deltas of one text that come within a time. */
const joinDeltas = (event: (chunk: AnswerChunk) => Promise<void> | undefined, coalesce: number) => {
  let pending: Extract<AnswerChunk, { type: 'text-delta' }> | undefined
  let timer: NodeJS.Timeout | undefined
  let flushedAt = 0
  let room: Promise<void> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (!pending) return
    room = event(pending)
    pending = undefined
    flushedAt = performance.now()
  }
  return {
    flush,
    /** Gives a promise when the client has no room for more. */
    write(chunk: AnswerChunk): Promise<void> | undefined {
      if (chunk.type !== 'text-delta') {
        flush()
        room = event(chunk)
        return room
      }
      if (pending?.id === chunk.id) pending = { ...pending, delta: pending.delta + chunk.delta }
      else {
        flush()
        pending = chunk
      }
      const wait = flushedAt + coalesce - performance.now()
      if (wait <= 0) flush()
      else timer ??= setTimeout(flush, wait)
      return room
    },
  }
}

const streamHeaders = ({ headers }: Pick<AnswerEncoding, 'headers'>, more: Readonly<Record<string, string>>) => ({
  ...headers,
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  ...more,
})

/** Answers a client that wants the headers of a stream alone (HEAD): it is not to wait for what it does not get. */
export const endAfterHeaders = (
  response: ServerResponse,
  encoding: Pick<AnswerEncoding, 'headers'>,
  more: Readonly<Record<string, string>> = {},
): boolean => {
  if (response.req.method !== 'HEAD') return false
  response.writeHead(200, streamHeaders(encoding, more)).end()
  return true
}

/** Writes text as there is room for it, with heartbeats in between; a client that does not read is dropped. */
export const createStreamWriter = (
  response: ServerResponse,
  encoding: Pick<AnswerEncoding, 'headers' | 'heartbeat'>,
  times: EventStreamTimes,
) => {
  let room: Promise<void> | undefined
  const heartbeat = setInterval(() => {
    if (!room) send(encoding.heartbeat)
  }, times.heartbeat)

  /** Gives a promise while the client has no room for more. */
  const send = (text: string): Promise<void> | undefined => {
    if (text === '' || response.destroyed || response.write(text)) return room
    room ??= untilRead(response, times.stalled).then(() => {
      room = undefined
    })
    return room
  }

  return {
    send,
    open(headers: Readonly<Record<string, string>> = {}) {
      response.writeHead(200, streamHeaders(encoding, headers))
      response.flushHeaders()
      watchStream(response)
    },
    close(end: string) {
      clearInterval(heartbeat)
      if (response.destroyed) return
      response.end(end)
      // What is still on its way to a client that does not read must not keep the connection for ever.
      if (!response.writableFinished) void untilGone(response, times.stalled)
    },
  }
}

/** Waits until the client has read what was written; drops it when it does not. */
const untilRead = (response: ServerResponse, stalled: number): Promise<void> => untilEvent(response, 'drain', stalled)

const untilGone = (response: ServerResponse, stalled: number): Promise<void> => untilEvent(response, 'finish', stalled)

const untilEvent = (response: ServerResponse, event: 'drain' | 'finish', stalled: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => response.destroy(), stalled)
    const done = () => {
      clearTimeout(timer)
      response.off(event, done)
      response.off('close', done)
      resolve()
    }
    response.once(event, done)
    response.once('close', done)
  })
