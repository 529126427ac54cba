import type { ServerResponse } from 'node:http'
import type { AnswerChunk } from '../../assistant/chunk.ts'
import { type AnswerEncoding, interrupted, shuttingDown, uiMessageStream } from './answer-encoding.ts'
import { encodeChunks } from './encode-chunks.ts'
import { createStreamWriter, defaultTimes, type EventStreamTimes, endAfterHeaders } from './stream-writer.ts'

interface EventStreamOptions {
  /** @default server-sent events */
  readonly encoding?: AnswerEncoding
  readonly threadId: string
  /** Stops the work on the answer: fired by `abortOnClose`, and here when the server shuts down. */
  readonly abort: AbortController
  /** Fires when the server shuts down: the stream then ends with an `error` part. */
  readonly shutdown?: AbortSignal
  /** Called when the chunks themselves fail, which they aren’t meant to. */
  readonly onError?: (error: unknown) => void
  readonly times?: Partial<EventStreamTimes>
}

/**
 * An abort controller that fires when the client leaves before the response has ended. Create it before the work starts, so
 * that no model is asked for a reader who has gone.
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
 * Writes the chunks of an answer until the last one. The stream always ends with `finish` or `error`, even when the chunks
 * don’t. Resolves when everything is written or the client has gone; never rejects.
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
      encoding,
      coalesce: times.coalesce,
      ...(onError && { onError }),
      isOver: () => response.destroyed,
      errorText: () => (shutdown?.aborted ? shuttingDown : interrupted),
    })
  } finally {
    shutdown?.removeEventListener('abort', stop)
  }
  writer.close(encoding.end)
}

/** In characters: what waits for a client that doesn’t read is one piece, however much of an answer is there already. */
const longestPiece = 16_384

/** Cuts text into pieces, without cutting a character in two. */
const cutText = function* (text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = at + longestPiece
    const isCharacterCut = end < text.length && (text.codePointAt(end - 1) ?? 0) > 0xffff
    const next = isCharacterCut ? end - 1 : end
    yield text.slice(at, next)
    at = next
  }
}

/**
 * Writes the text of an answer that others read too. Returns true when all of it is written; false when the client has gone,
 * or asked for the headers only. Never rejects.
 *
 * @param texts yields the text, and ends soon after its signal fires
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
    for (const piece of cutText(text)) {
      if (response.destroyed) break
      await writer.send(piece)
    }
    if (response.destroyed) break
  }
  writer.close('')
  return !response.destroyed
}
