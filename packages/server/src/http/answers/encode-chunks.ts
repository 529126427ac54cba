import type { AnswerChunk } from '../../assistant/chunk.ts'
import type { AnswerEncoding } from './answer-encoding.ts'

interface ChunkEncoding {
  readonly encoding: AnswerEncoding
  /** Milliseconds within which deltas of one text are joined. */
  readonly coalesce: number
  /** Called when the chunks themselves fail. */
  readonly onError?: (error: unknown) => void
  /** True when nobody waits for more. */
  readonly isOver?: () => boolean
  /** What the reader sees when the chunks stop without an end. */
  readonly errorText: () => string
}

/**
 * Sends chunks as text until the last one, with the deltas of one text joined. When the chunks stop without an end, the last
 * one is an `error`.
 *
 * @param send resolves when there is room for more
 */
export const encodeChunks = async (
  chunks: AsyncIterable<AnswerChunk>,
  send: (text: string) => Promise<void> | undefined,
  { encoding, coalesce, onError, isOver, errorText }: ChunkEncoding,
): Promise<void> => {
  const deltas = joinDeltas((chunk) => send(encoding.chunk(chunk)), coalesce)
  let isEnded = false
  try {
    for await (const chunk of chunks) {
      if (isOver?.()) break
      isEnded = chunk.type === 'finish' || chunk.type === 'error'
      await deltas.write(chunk)
      if (isEnded) break
    }
  } catch (error) {
    onError?.(error)
  }
  if (!isEnded) await deltas.write({ type: 'error', errorText: errorText() })
  deltas.flush()
}

/** Joins the deltas of one text that come within a time. */
const joinDeltas = (send: (chunk: AnswerChunk) => Promise<void> | undefined, coalesce: number) => {
  let pending: Extract<AnswerChunk, { type: 'text-delta' }> | undefined
  let timer: NodeJS.Timeout | undefined
  let flushedAt = 0
  let room: Promise<void> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (!pending) return
    room = send(pending)
    pending = undefined
    flushedAt = performance.now()
  }
  return {
    flush,
    /** Returns a promise when the client has no room for more. */
    write(chunk: AnswerChunk): Promise<void> | undefined {
      if (chunk.type !== 'text-delta') {
        flush()
        room = send(chunk)
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
