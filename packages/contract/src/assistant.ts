import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { addressDaily, organizationHourly } from './limits.ts'
import { filterSchema } from './search.ts'

/** Of the files of one question, where a site allows any: how many, and how large each may be in bytes. */
export const attachmentLimits = { count: 3, bytes: 4_000_000 } as const

/** Something the reader put beside the question: selected text or a code block. */
export const contextItemSchema = z
  .object({
    type: z.enum(['code', 'textSelection']).optional().describe('`textSelection` when left out.'),
    value: z.string().max(32_000).describe('The selected text or the code; an empty one is left out.'),
    path: z.string().max(1_000).nullish().describe('Path of the page or file it stands in.'),
    elementId: z.string().max(200).nullish().describe('Id of the element that holds it.'),
  })
  .meta({ id: 'ContextItem' })

const longestText = 32_000
const count = new Intl.NumberFormat('en')

/** What is wrong with the text of a part. Only that of a `text` part is read: other parts may have anything there. */
const wrongText = ({ type, text }: Readonly<Record<string, unknown>>): string | undefined => {
  if (type !== 'text' || text === undefined || (typeof text === 'string' && text.length <= longestText))
    return undefined
  const isLong = typeof text === 'string'
  const found = isLong ? `${count.format(text.length)} characters long` : typeof text === 'object' ? 'no text' : text
  return `is ${found}, but must be text of at most ${count.format(longestText)} characters`
}

/**
 * A part of a message. Clients echo every part they were sent, so any object with a `type` is let in. The text of `text`
 * parts is read and, where the site allows it, the `url` of `file` parts of the last user message.
 */
export const messagePartSchema = z
  .looseObject({ type: z.string() })
  .check(({ value, issues }) => {
    const message = wrongText(value)
    if (message) issues.push({ code: 'custom', path: ['text'], message, input: value.text })
  })
  .meta({
    id: 'MessagePart',
    description: `A \`text\` part has a \`text\` of at most ${count.format(longestText)} characters.`,
  })

export const requestMessageSchema = z
  .object({
    id: z.string().max(128),
    role: z.string().max(32).describe('`user` or `assistant`; a message of any other role is left out.'),
    parts: z.array(messagePartSchema).max(1_000),
  })
  .meta({ id: 'RequestMessage' })

export const assistantRequestSchema = z.object({
  fp: z
    .string()
    .min(1)
    .max(128)
    // An address is shortened at such a name: to delete the reader ".." would be to delete the site.
    .regex(/^(?!\.\.?$)/, 'must be a name that an address can hold')
    .describe(
      'Who asks: `anonymous`, an identifier of the reader, or one that the application has signed (see `createIdentity`). A thread belongs to one `fp`.',
    ),
  messages: z
    .array(requestMessageSchema)
    .min(1)
    .describe(
      'The conversation, however long; the last user text is the question. Its message may have `file` parts with a `data:` address, when the settings of the site allow attachments.',
    ),
  threadId: z
    .string()
    .max(128)
    .nullish()
    .describe('The thread to go on with, as the stream and `X-Thread-Id` gave it.'),
  retrievalPageSize: z
    .number()
    .min(1)
    .nullish()
    .describe('How many search results the answer is made from, at most 50. Default 5.'),
  filter: filterSchema.nullish(),
  context: z.array(contextItemSchema).max(20).nullish(),
  currentPath: z.string().max(200).nullish().describe('Path of the page that the reader is on.'),
  trigger: z.string().max(64).nullish().describe('Sent by the AI SDK; see the note on `finish`.'),
  messageId: z
    .string()
    .max(128)
    .nullish()
    .describe('Sent by the AI SDK when a message is edited, or answered anew: `messages` is then all that was said.'),
  id: z.string().max(1_000).nullish().describe('The chat, as the client names it; the AI SDK sends it.'),
  resumable: z
    .boolean()
    .nullish()
    .describe('The answer goes on when the connection is lost, for a client that comes back to it. Needs `id`.'),
})

export const sendAssistantMessage = endpoint({
  operationId: 'sendAssistantMessage',
  tag: 'Discovery',
  method: 'post',
  path: '/discovery/v2/assistant/{domain}/message',
  summary: 'Ask the assistant',
  description:
    'Streams an answer made from the site’s own pages as an AI SDK UI message stream (version 5 or later). ' +
    'Order: `start`, `data-search`, `source-url` for each source, tool parts, text parts with `[n]` markers, `data-choices` or `data-suggestions`, `finish`. ' +
    'The thread id is in the `X-Thread-Id` header, in `messageMetadata.threadId` of `start` and `finish`, and as `threadId` ' +
    'on `finish` itself, except when the request has a `trigger` field: the AI SDK sends one, and several of its ' +
    'releases refuse a field they do not know.',
  key: 'assistant',
  limits: [addressDaily('assistant'), organizationHourly('assistant')],
  body: assistantRequestSchema,
  query: undefined,
  responses: {
    200: {
      description: 'The answer, streamed.',
      contentType: 'text/event-stream',
      headers: { 'X-Thread-Id': 'The thread this turn belongs to.', 'X-Vercel-AI-UI-Message-Stream': '`v1`' },
    },
    404: { description: 'No such site, or a thread that is not this reader’s.' },
  },
})

/** Values in an address arrive as text. */
export const resumeQuerySchema = z.object({
  fp: z.string().min(1).max(128).default('anonymous').describe('The `fp` that the question was asked with.'),
})

const runningAnswer = {
  tag: 'Discovery',
  path: '/discovery/v2/assistant/{domain}/message/{id}/stream',
  key: 'assistant',
  body: undefined,
  query: resumeQuerySchema,
} as const

export const resumeAnswer = endpoint({
  ...runningAnswer,
  operationId: 'resumeAnswer',
  method: 'get',
  summary: 'Go on reading a running answer',
  description:
    'The answer of the chat `id` that was asked for with `resumable`: everything from its start, then what comes. Any number of ' +
    'readers may follow it. What another reader asked answers like a chat that does not exist.',
  limits: [organizationHourly('resume')],
  responses: {
    200: {
      description: 'The answer, streamed from its start.',
      contentType: 'text/event-stream',
      headers: { 'X-Thread-Id': 'The thread this turn belongs to.', 'X-Vercel-AI-UI-Message-Stream': '`v1`' },
    },
    204: { description: 'No answer is running.' },
  },
})

export const stopAnswer = endpoint({
  ...runningAnswer,
  operationId: 'stopAnswer',
  method: 'delete',
  summary: 'Stop a running answer',
  description:
    'Stops the model. What was written is stored, and the stream ends with `finish`, whose `messageMetadata.stopped` is true.',
  limits: [],
  responses: { 204: { description: 'Nothing is running any more, or nothing was.' } },
})

/**
 * What the reader sees of a source, in `providerMetadata.sidenote` of its `source-url` part.
 * (AI SDK releases before July 2026 refuse unknown keys on the part itself.)
 */
export const sourceMetadataSchema = z.object({
  number: z.int().min(1).describe('The `n` of `[n]` in the text.'),
  path: z.string(),
  anchor: z.string().nullable(),
  heading: z.string().nullable(),
  breadcrumbs: z.array(z.string()),
  snippet: z.string().describe('The passage, as plain text.'),
  version: z.string().optional().describe('Version of the documentation that the page is of, where it names one.'),
})

/** A sentence of the answer that cites a source, and what the check of it against the sources found. */
export const checkedCitationSchema = z
  .object({
    number: z.int().min(1).describe('The source that the sentence cites.'),
    sentence: z.string().describe('The sentence as plain text; the beginning of a long one.'),
    supported: z.boolean().describe('Whether the cited source says so.'),
    supportedBy: z.int().min(1).optional().describe('The source that says so, when the cited one does not.'),
    passage: z.string().optional().describe('The sentence of the source that supports it, as plain text.'),
    url: z.string().optional().describe('Link to page, anchor and supporting sentence.'),
  })
  .meta({ id: 'CheckedCitation' })

/** A page that may help when the sources do not answer. */
export const nearestPageSchema = z.object({ title: z.string(), path: z.string(), url: z.string() })

/** `messageMetadata` of `start` and `finish`. All but `threadId` come with `finish`, or before `error`. */
export const messageMetadataSchema = z.object({
  threadId: z.string(),
  answered: z
    .boolean()
    .optional()
    .describe('False when the documentation does not say. Left out when the answer asks back: see `data-choices`.'),
  declined: z.boolean().optional().describe('True when the question was not about this documentation.'),
  stopped: z.boolean().optional().describe('True when the reader stopped the answer.'),
  cut: z
    .boolean()
    .optional()
    .describe('True when the answer is not whole: it was too long, or a filter of the model’s provider ended it.'),
  stored: z
    .boolean()
    .optional()
    .describe('False when the answer could not be stored: feedback and follow-ups do not find it.'),
  model: z.string().optional().describe('`quote` when no language model is configured.'),
  citations: z.array(checkedCitationSchema).optional().describe('The citations of the answer, each checked.'),
  unsupported: z.array(z.string()).optional().describe('Sentences of the answer that no source supports.'),
  nearest: z.array(nearestPageSchema).optional().describe('The nearest pages, when `answered` is false.'),
  supportUrl: z.string().optional().describe('The site’s own help, when `answered` is false.'),
  retryable: z
    .boolean()
    .optional()
    .describe('Comes before `error`, in a `message-metadata` part: whether to ask again may help.'),
  retryAfterSeconds: z.int().min(1).optional().describe('With `retryable`, when it is known: when to ask again.'),
})

/** Body of the transient `data-search` part: what is searched for before the model is asked. */
export const searchNoticeSchema = z.object({ query: z.string() })

/** Body of the `data-suggestions` part: questions that the reader may ask next. */
export const suggestionsSchema = z.array(z.string())

/** One of the things that an ambiguous question may mean. */
export const choiceSchema = z.object({
  label: z
    .string()
    .min(1)
    .max(80)
    .describe('A version, a language, a tag or the title of a page of the site, as plain text.'),
  question: z.string().min(1).describe('What to ask when it is chosen: the question, and which of them is meant.'),
  filter: filterSchema.optional().describe('To be sent along from then on.'),
})

/** Body of the `data-choices` part: the answer is a question back, and these are the ways to go on. */
export const choicesSchema = z.array(choiceSchema).min(2).max(4)

export const feedbackRequestSchema = z.object({
  messageId: z.string().min(1).max(128).describe('Id of the assistant message, as `start` gave it.'),
  threadId: z.string().min(1).max(128),
  fp: z.string().min(1).max(128),
  helpful: z.boolean(),
  reason: z.string().max(100).nullish(),
  comment: z.string().max(4_000).nullish(),
})

export const sendFeedback = endpoint({
  operationId: 'sendFeedback',
  tag: 'Discovery',
  method: 'post',
  path: '/discovery/v1/assistant/{domain}/feedback',
  summary: 'Say whether an answer helped',
  description: 'Sent again for the same message, it replaces what was said before.',
  key: 'assistant',
  limits: [organizationHourly('feedback')],
  body: feedbackRequestSchema,
  query: undefined,
  responses: {
    204: { description: 'Noted.' },
    404: { description: 'No such message in this reader’s thread.' },
  },
})

export type ContextItem = z.infer<typeof contextItemSchema>
export type RequestMessage = z.infer<typeof requestMessageSchema>
export type AssistantRequest = z.infer<typeof assistantRequestSchema>
export type Choice = z.infer<typeof choiceSchema>
export type SourceMetadata = z.infer<typeof sourceMetadataSchema>
export type MessageMetadata = z.infer<typeof messageMetadataSchema>
export type CheckedCitation = z.infer<typeof checkedCitationSchema>
export type NearestPage = z.infer<typeof nearestPageSchema>
export type FeedbackRequest = z.infer<typeof feedbackRequestSchema>
