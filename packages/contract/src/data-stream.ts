import { z } from 'zod'
import { assistantRequestSchema, messagePartSchema, sendAssistantMessage } from './assistant.ts'
import { endpoint } from './endpoint.ts'

/** A message as version 4 of the AI SDK sends it: with `content`, with `parts`, or with both. Parts come first. */
export const dataStreamMessageSchema = z
  .object({
    id: z.string().max(128).nullish(),
    role: z.string().max(32).describe('`user` or `assistant`; a message of any other role is left out.'),
    content: z.string().max(32_000).nullish(),
    parts: z.array(messagePartSchema).max(1_000).nullish(),
  })
  .meta({ id: 'DataStreamMessage' })

export const dataStreamRequestSchema = assistantRequestSchema.omit({ resumable: true }).extend({
  messages: z
    .array(dataStreamMessageSchema)
    .min(1)
    .max(1_000)
    .describe('The conversation; the last user text is the question.'),
})

export const sendDataStreamMessage = endpoint({
  operationId: 'sendDataStreamMessage',
  tag: 'Discovery',
  method: 'post',
  path: '/discovery/v1/assistant/{domain}/message',
  summary: 'Ask the assistant, for version 4 of the AI SDK',
  description:
    'The same answer as of `/discovery/v2/…`, written as an AI SDK 4 data stream: one part a line, `f:` first, `h:` for ' +
    'each source, `0:` for text, `2:` for choices and follow-up questions, `8:` with the thread id, `e:` and `d:` last. It counts for the same ' +
    'limits. New clients use `/discovery/v2/assistant/{domain}/message`.',
  deprecated: true,
  key: 'assistant',
  limits: sendAssistantMessage.limits,
  body: dataStreamRequestSchema,
  query: undefined,
  responses: {
    200: {
      description: 'The answer, streamed.',
      contentType: 'text/plain',
      headers: { 'X-Thread-Id': 'The thread this turn belongs to.', 'X-Vercel-AI-Data-Stream': '`v1`' },
    },
    404: { description: 'No such site, or a thread that is not this reader’s.' },
  },
})

export type DataStreamRequest = z.infer<typeof dataStreamRequestSchema>
