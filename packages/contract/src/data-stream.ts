import { z } from 'zod'
import { assistantRequestSchema, messagePartSchema, sendAssistantMessage } from './assistant.ts'
import { endpoint } from './endpoint.ts'

/** AI SDK 4 sends `content`, `parts` or both; the server prefers `parts`. */
const dataStreamMessageSchema = z
  .object({
    id: z.string().max(128).nullish(),
    role: z.string().max(32).describe('`user` or `assistant`. Messages with any other role are ignored.'),
    content: z.string().max(32_000).nullish(),
    parts: z.array(messagePartSchema).max(1_000).nullish(),
  })
  .meta({ id: 'DataStreamMessage' })

const dataStreamRequestSchema = assistantRequestSchema.omit({ resumable: true }).extend({
  messages: z
    .array(dataStreamMessageSchema)
    .min(1)
    .max(1_000)
    .describe('The conversation. The last user text is the question.'),
})

/** The earlier variant of `sendAssistantMessage`: the same answer, encoded for AI SDK 4. */
export const sendDataStreamMessage = endpoint({
  operationId: 'sendDataStreamMessage',
  tag: 'Discovery',
  method: 'post',
  path: '/discovery/v1/assistant/{domain}/message',
  summary: 'Ask the assistant, with version 4 of the AI SDK',
  description:
    'The same answer as from `/discovery/v2/…`, as an AI SDK 4 data stream with one part per line: `f:` first, `h:` for ' +
    'each source, `0:` for text, `2:` for choices and follow-up questions, `8:` with the thread id, `e:` and `d:` last. It counts towards the ' +
    'same limits. New clients use `/discovery/v2/assistant/{domain}/message`.',
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
    404: { description: 'No such site, or the thread isn’t this reader’s.' },
  },
})

/** Body of `sendDataStreamMessage`. */
export type DataStreamRequest = z.infer<typeof dataStreamRequestSchema>
