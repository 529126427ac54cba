import type { AssistantRequest, DataStreamRequest, RequestMessage } from '@sidenote/contract'
import type { AnswerChunk } from '../../assistant/chunk.ts'
import type { AnswerEncoding } from './answer-encoding.ts'

type StreamedMessage = DataStreamRequest['messages'][number]

const hasText = (parts: StreamedMessage['parts']): boolean => !!parts?.some((part) => part.type === 'text' && part.text)

/** A message of version 4 has its text in `parts`, or only in `content` when it was written by hand. */
const readMessage = ({ id, role, content, parts }: StreamedMessage, index: number): RequestMessage => ({
  id: id ?? `message-${index}`,
  role,
  parts: hasText(parts) ? (parts ?? []) : [{ type: 'text', text: content ?? '' }],
})

/** Turns a request of version 4 of the AI SDK into one of the later versions. */
export const readDataStreamRequest = (request: DataStreamRequest): AssistantRequest => ({
  ...request,
  messages: request.messages.map(readMessage),
})

const line = (code: string, value: unknown): string => `${code}:${JSON.stringify(value)}\n`

/** Version 4 requires the usage; null reads as NaN. */
const usage = { promptTokens: null, completionTokens: null }

const writeFinish = ({ messageMetadata }: Extract<AnswerChunk, { type: 'finish' }>): string => {
  const end = { finishReason: 'stop', usage }
  return line('8', [messageMetadata]) + line('e', { ...end, isContinued: false }) + line('d', end)
}

const writeChunk = (chunk: AnswerChunk): string => {
  switch (chunk.type) {
    case 'start':
      return line('f', { messageId: chunk.messageId }) + line('8', [chunk.messageMetadata])
    case 'source-url': {
      const { sourceId, url, title, providerMetadata } = chunk
      return line('h', { sourceType: 'url', id: sourceId, url, title, providerMetadata })
    }
    case 'tool-input-available':
      return line('9', { toolCallId: chunk.toolCallId, toolName: chunk.toolName, args: chunk.input })
    case 'tool-output-available':
      return line('a', { toolCallId: chunk.toolCallId, result: chunk.output })
    case 'tool-output-error':
      return line('a', { toolCallId: chunk.toolCallId, result: { error: chunk.errorText } })
    case 'text-delta':
      return line('0', chunk.delta)
    case 'message-metadata':
      return line('8', [chunk.messageMetadata])
    case 'data-choices':
      return line('2', [{ type: 'choices', choices: chunk.data }])
    case 'data-suggestions':
      return line('2', [{ type: 'suggestions', suggestions: chunk.data }])
    case 'error':
      return line('3', chunk.errorText)
    case 'finish':
      return writeFinish(chunk)
    default:
      return ''
  }
}

/**
 * The data stream of version 4 of the AI SDK: one part a line, a code and JSON; clients skip empty lines. The metadata of
 * later versions (the thread, whether it was answered) becomes an annotation.
 *
 * @see https://v4.ai-sdk.dev/docs/ai-sdk-ui/stream-protocol
 */
export const dataStream: AnswerEncoding = {
  headers: { 'content-type': 'text/plain; charset=utf-8', 'x-vercel-ai-data-stream': 'v1' },
  chunk: writeChunk,
  heartbeat: '\n',
  end: '',
}
