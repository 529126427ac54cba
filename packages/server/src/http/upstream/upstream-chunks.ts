import { parseJsonEventStream } from 'ai'
import { z } from 'zod'
import type { AnswerChunk } from '../../assistant/chunk.ts'
import type { UpstreamConfig } from '../../config.ts'
import { hideUpstreamKeys } from './call-upstream.ts'

/** An upstream that sends nothing for so long, not even a comment, has gone. */
const silentMilliseconds = 60_000

const longestError = 500

const chunkSchema = z.looseObject({ type: z.string() })
type UpstreamChunk = z.infer<typeof chunkSchema>

const metadataOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** The upstream speaks the same interface; parts that it has beyond it are for the client to judge, as without us. */
const asChunk = (chunk: UpstreamChunk): AnswerChunk => chunk as unknown as AnswerChunk

/**
 * The thread stands in the metadata of `finish`, and on `finish` itself for clients that are not the AI SDK: also when the
 * upstream knows only one of the two places.
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
 * Reads the parts of an answer from the upstream, each as soon as it is there.
 *
 * @throws when the upstream breaks off, sends what is no part, or falls silent
 */
export async function* readUpstreamChunks(
  body: ReadableStream<Uint8Array>,
  { upstream, isSdk, letGo }: { upstream: UpstreamConfig; isSdk: boolean; letGo: AbortController },
): AsyncGenerator<AnswerChunk> {
  const give = () => letGo.abort(new Error('The upstream has fallen silent.'))
  let timer = setTimeout(give, silentMilliseconds)
  const watched = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        clearTimeout(timer)
        timer = setTimeout(give, silentMilliseconds)
        controller.enqueue(bytes)
      },
    }),
  )
  try {
    for await (const parsed of parseJsonEventStream({ stream: watched, schema: chunkSchema })) {
      if (!parsed.success) throw parsed.error
      const { value } = parsed
      if (value.type !== 'error') yield asChunk(placeThread(value, isSdk))
      else
        yield { type: 'error', errorText: hideUpstreamKeys(upstream, String(value.errorText)).slice(0, longestError) }
    }
  } finally {
    clearTimeout(timer)
    // What is left after the last part is not wanted.
    letGo.abort(new Error('The answer has ended.'))
  }
}
