import type { ServerResponse } from 'node:http'
import type { AnswerChunk } from '../assistant/chunk.ts'

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
const uiMessageStream: AnswerEncoding = {
  headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-vercel-ai-ui-message-stream': 'v1' },
  chunk: (chunk) => `data: ${JSON.stringify(chunk)}\n\n`,
  heartbeat: ': keep-alive\n\n',
  end: 'data: [DONE]\n\n',
}

export interface EventStreamOptions {
  /** @default server-sent events */
  readonly encoding?: AnswerEncoding
  readonly threadId: string
  /** Aborts the making of the chunks; `writeEventStream` does so when the client leaves or the server shuts down. */
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

const defaultTimes: EventStreamTimes = { coalesce: 40, heartbeat: 15_000, stalled: 60_000 }
const interrupted = 'The answer was interrupted. Please ask again.'
const shuttingDown = 'The server is restarting. Please ask again in a moment.'

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
  const encoding = options.encoding ?? uiMessageStream
  const writer = createEventWriter(response, encoding, { ...defaultTimes, ...options.times })
  const leave = () => options.abort.abort(new Error('The client closed the connection.'))
  const stop = () => options.abort.abort(new Error('The server is shutting down.'))
  response.once('close', leave)
  options.shutdown?.addEventListener('abort', stop, { once: true })
  if (options.shutdown?.aborted) stop()
  writer.open(options.threadId)
  let ended = false
  try {
    for await (const chunk of chunks) {
      if (response.destroyed) break
      ended = chunk.type === 'finish' || chunk.type === 'error'
      await writer.write(chunk)
      if (ended) break
    }
  } catch (error) {
    options.onError?.(error)
  } finally {
    response.off('close', leave)
    options.shutdown?.removeEventListener('abort', stop)
  }
  const errorText = options.shutdown?.aborted ? shuttingDown : interrupted
  if (!ended) await writer.write({ type: 'error', errorText })
  writer.close()
}

const createEventWriter = (response: ServerResponse, encoding: AnswerEncoding, times: EventStreamTimes) => {
  let pending: Extract<AnswerChunk, { type: 'text-delta' }> | undefined
  let timer: NodeJS.Timeout | undefined
  let flushedAt = 0
  let readable: Promise<void> = Promise.resolve()
  const heartbeat = setInterval(() => send(encoding.heartbeat), times.heartbeat)

  const send = (text: string) => {
    if (text === '' || response.destroyed || response.write(text)) return
    readable = untilRead(response, times.stalled)
  }
  const event = (chunk: AnswerChunk) => send(encoding.chunk(chunk))
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (!pending) return
    event(pending)
    pending = undefined
    flushedAt = performance.now()
  }

  return {
    open(threadId: string) {
      response.writeHead(200, {
        ...encoding.headers,
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
        'x-thread-id': threadId,
      })
      response.flushHeaders()
    },
    /** Resolves when the client has room for more. */
    async write(chunk: AnswerChunk) {
      if (chunk.type !== 'text-delta') {
        flush()
        event(chunk)
      } else {
        if (pending?.id === chunk.id) pending = { ...pending, delta: pending.delta + chunk.delta }
        else {
          flush()
          pending = chunk
        }
        const wait = flushedAt + times.coalesce - performance.now()
        if (wait <= 0) flush()
        else timer ??= setTimeout(flush, wait)
      }
      await readable
    },
    close() {
      flush()
      clearInterval(heartbeat)
      if (!response.destroyed) response.end(encoding.end)
    },
  }
}

/** Waits until the client has read what was written; drops it when it does not. */
const untilRead = (response: ServerResponse, stalled: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => response.destroy(), stalled)
    const done = () => {
      clearTimeout(timer)
      response.off('drain', done)
      response.off('close', done)
      resolve()
    }
    response.once('drain', done)
    response.once('close', done)
  })
