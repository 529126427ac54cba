import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { addressDaily, publicLimits } from './limits.ts'
import { filterSchema } from './search.ts'

/** How many files one question may carry, and the size of each in bytes, on sites that allow attachments. */
export const attachmentLimits = { count: 3, bytes: 4_000_000 } as const

/** Text or code that the reader selected for a question. Searched and shown to the model along with the question. */
export const contextItemSchema = z
  .object({
    type: z.enum(['code', 'textSelection']).optional().describe('Default `textSelection`.'),
    value: z.string().max(32_000).describe('The selected text or code. An empty item is ignored.'),
    path: z.string().max(1_000).nullish().describe('Path of the page or file it comes from.'),
    elementId: z.string().max(200).nullish().describe('Id of the element that contains it.'),
  })
  .meta({ id: 'ContextItem' })

const longestText = 32_000
const number = new Intl.NumberFormat('en')

/** The error message for a part's text. Only `text` parts are checked: others may have anything in that field. */
const textProblem = ({ type, text }: Readonly<Record<string, unknown>>): string | undefined => {
  if (type !== 'text' || text === undefined || (typeof text === 'string' && text.length <= longestText))
    return undefined
  const isLong = typeof text === 'string'
  const actual = isLong ? `${number.format(text.length)} characters long` : typeof text === 'object' ? 'no text' : text
  return `is ${actual}, but must be text of at most ${number.format(longestText)} characters`
}

/**
 * A part of a message. Clients echo every part they received, so any object with a `type` is accepted. The server reads
 * the text of `text` parts and, if the site allows it, the `url` of `file` parts in the last user message.
 */
export const messagePartSchema = z
  .looseObject({ type: z.string() })
  .check(({ value, issues }) => {
    const message = textProblem(value)
    if (message) issues.push({ code: 'custom', path: ['text'], message, input: value.text })
  })
  .meta({
    id: 'MessagePart',
    description: `A \`text\` part has a \`text\` of at most ${number.format(longestText)} characters.`,
  })

const requestMessageSchema = z
  .object({
    id: z.string().max(128),
    role: z.string().max(32).describe('`user` or `assistant`. Messages with any other role are ignored.'),
    parts: z.array(messagePartSchema).max(1_000),
  })
  .meta({ id: 'RequestMessage' })

/** Body of `sendAssistantMessage`: what the AI SDK's transport sends, and our own fields. Unknown fields are ignored. */
export const assistantRequestSchema = z.object({
  fp: z
    .string()
    .min(1)
    .max(128)
    // URLs drop such a segment: deleting the reader ".." would delete the site.
    .regex(/^(?!\.\.?$)/, 'must be a name that an address can hold')
    .describe(
      'The reader: `anonymous`, an identifier, or an identifier signed by the application (see `createIdentity`). A thread belongs to one `fp`.',
    ),
  messages: z
    .array(requestMessageSchema)
    .min(1)
    .describe(
      'The conversation, of any length. The last user text is the question. Its message can have `file` parts with a `data:` address if the site allows attachments.',
    ),
  threadId: z
    .string()
    .max(128)
    .nullish()
    .describe('The thread to continue, from the stream or the `X-Thread-Id` header.'),
  retrievalPageSize: z
    .number()
    .min(1)
    .nullish()
    .describe('How many search results to answer from, at most 50. Default 5.'),
  filter: filterSchema.nullish(),
  context: z.array(contextItemSchema).max(20).nullish(),
  currentPath: z.string().max(200).nullish().describe('Path of the page that the reader is on.'),
  trigger: z.string().max(64).nullish().describe('Sent by the AI SDK; see the note on `finish`.'),
  messageId: z
    .string()
    .max(128)
    .nullish()
    .describe(
      'Sent by the AI SDK when a message is edited or regenerated. `messages` then replaces the stored conversation.',
    ),
  id: z.string().max(1_000).nullish().describe('The client’s id for the chat. Sent by the AI SDK.'),
  resumable: z
    .boolean()
    .nullish()
    .describe('Keep answering if the connection is lost, for a client that comes back. Needs `id`.'),
})

/** Streams an answer as an AI SDK UI message stream; `answer-parts.ts` has the bodies of its own parts. */
export const sendAssistantMessage = endpoint({
  operationId: 'sendAssistantMessage',
  tag: 'Discovery',
  method: 'post',
  path: '/discovery/v2/assistant/{domain}/message',
  summary: 'Ask the assistant',
  description:
    'Streams an answer from the site’s own pages as an AI SDK UI message stream (version 5 or later). ' +
    'Order: `start`, `data-search`, `source-url` for each source, tool parts, text parts with `[n]` markers, `data-choices` or `data-suggestions`, `finish`. ' +
    'The thread id is in the `X-Thread-Id` header, in `messageMetadata.threadId` of `start` and `finish`, and as `threadId` ' +
    'on `finish` itself, unless the request has a `trigger` field: the AI SDK sends one, and several of its ' +
    'releases refuse fields they don’t know.',
  key: 'assistant',
  limits: [...addressDaily('assistant'), ...publicLimits('assistant', { perHour: 1_000, perMinute: 300 })],
  body: assistantRequestSchema,
  query: undefined,
  responses: {
    200: {
      description: 'The answer, streamed.',
      contentType: 'text/event-stream',
      headers: { 'X-Thread-Id': 'The thread this turn belongs to.', 'X-Vercel-AI-UI-Message-Stream': '`v1`' },
    },
    404: { description: 'No such site, or the thread isn’t this reader’s.' },
  },
})

/** A selection that goes with a question; see `contextItemSchema`. */
export type ContextItem = z.infer<typeof contextItemSchema>
/** A message of the conversation as clients send it. */
export type RequestMessage = z.infer<typeof requestMessageSchema>
/** Body of `sendAssistantMessage`; see `assistantRequestSchema`. */
export type AssistantRequest = z.infer<typeof assistantRequestSchema>
