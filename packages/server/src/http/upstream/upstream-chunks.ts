import { parseJsonEventStream } from 'ai'
import { z } from 'zod'
import type { AnswerChunk } from '../../assistant/chunk.ts'
import type { UpstreamConfig } from '../../config.ts'
import { hideUpstreamKeys } from './call-upstream.ts'

/** An upstream that sends nothing for this long, not even a comment, has gone. */
const silentMilliseconds = 60_000

/** An answer that is longer than any, in bytes, and one that goes on for longer, in milliseconds. */
const most = { bytes: 8_388_608, milliseconds: 600_000 }

const longestError = 500

const chunkSchema = z.looseObject({ type: z.string() })
type UpstreamChunk = z.infer<typeof chunkSchema>

const metadataOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** The upstream speaks the same interface; the client judges the parts it has beyond that, as it would without us. */
const asChunk = (chunk: UpstreamChunk): AnswerChunk => chunk as unknown as AnswerChunk

/**
 * Puts the thread into the metadata of `finish`, and for clients other than the AI SDK on `finish` itself: an upstream may
 * use only one of the two places.
 */
const placeThread = (chunk: UpstreamChunk, isSdk: boolean): UpstreamChunk => {
  if (chunk.type !== 'finish') return chunk
  const { threadId, messageMetadata, ...rest } = chunk
  const metadata = metadataOf(messageMetadata)
  const thread = threadId ?? metadata.threadId
  if (typeof thread !== 'string') return chunk
  return { ...rest, messageMetadata: { ...metadata, threadId: thread }, ...(!isSdk && { threadId: thread }) }
}

/**
 * Yields the parts of an answer from the upstream, each as soon as it arrives.
 *
 * @throws when the upstream breaks off, sends something that isn’t a part, falls silent, or doesn’t come to an end
 */
export async function* readUpstreamChunks(
  body: ReadableStream<Uint8Array>,
  { upstream, isSdk, release }: { upstream: UpstreamConfig; isSdk: boolean; release: AbortController },
): AsyncGenerator<AnswerChunk> {
  const giveUp = () => release.abort(new Error('The upstream has fallen silent.'))
  let timer = setTimeout(giveUp, silentMilliseconds)
  const endless = new Error('The upstream’s answer has no end.')
  const deadline = setTimeout(() => release.abort(endless), most.milliseconds)
  let received = 0
  const monitored = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        clearTimeout(timer)
        timer = setTimeout(giveUp, silentMilliseconds)
        received += bytes.length
        if (received > most.bytes) controller.error(endless)
        else controller.enqueue(bytes)
      },
    }),
  )
  try {
    for await (const event of parseJsonEventStream({ stream: monitored, schema: chunkSchema })) {
      if (!event.success) throw event.error
      const { value } = event
      if (value.type !== 'error') yield asChunk(placeThread(value, isSdk))
      else
        yield { type: 'error', errorText: hideUpstreamKeys(upstream, String(value.errorText)).slice(0, longestError) }
    }
  } finally {
    clearTimeout(timer)
    clearTimeout(deadline)
    // Nobody needs what follows the last part.
    release.abort(new Error('The answer has ended.'))
  }
}
