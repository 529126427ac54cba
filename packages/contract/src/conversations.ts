import { z } from 'zod'
import { administration, noSuchSite } from './administration.ts'
import { contextItemSchema } from './assistant.ts'
import { endpoint } from './endpoint.ts'
import { asTable, listQuery, nextCursor, nextCursorHeader } from './list-query.ts'

/** How an answer ended. */
export const turnStatusSchema = z.enum(['answered', 'unanswered', 'clarifying', 'declined', 'aborted', 'failed'])

/** A statement of an answer that was compared with the sources. */
export const statementSchema = z
  .object({
    text: z.string().describe('As plain text. Of a long one, its beginning.'),
    supported: z.boolean().describe('Whether a source says so.'),
    sources: z.array(z.int()).describe('Numbers of the sources that it cites.'),
  })
  .meta({ id: 'Statement' })

/** A source of an answer, as it is kept. */
export const turnSourceSchema = z.object({
  number: z.int().nullable().describe('The `n` of `[n]` in the answer.'),
  title: z.string().nullable(),
  path: z.string(),
  anchor: z.string().nullable(),
  url: z.string(),
})

const turnSchema = z
  .object({
    id: z.string(),
    threadId: z.string(),
    fp: z.string(),
    askedAt: z.iso.datetime(),
    finishedAt: z.iso.datetime(),
    status: turnStatusSchema,
    question: z.string().nullable().describe('Null if the site does not store questions.'),
    answer: z.string().nullable(),
    currentPath: z.string().nullable(),
    context: z.array(contextItemSchema).nullable().describe('Selections that the reader added to the question.'),
    page: z.string().nullable().describe('Path of the page of the site that it was asked from, if it was one.'),
    language: z.string().nullable().describe('Of the question, such as `de`, if it can be told.'),
    model: z.string(),
    inputTokens: z.int(),
    outputTokens: z.int(),
    cost: z.number().describe('By the prices in the site’s settings; 0 without prices.'),
    sources: z.array(turnSourceSchema),
    strength: z
      .int()
      .nullable()
      .describe('Percent of the checked statements that a source supports. Null if none was checked.'),
    statements: z.array(statementSchema).nullable().describe('The statements of the answer that were checked.'),
    feedback: z
      .object({ helpful: z.boolean(), reason: z.string().nullable(), comment: z.string().nullable() })
      .nullable(),
  })
  .meta({ id: 'Turn', description: 'One question and its answer.' })

/** Who asks. */
export const readerKindSchema = z
  .enum(['human', 'agent'])
  .describe('Only questions of people, or only those of agents over MCP.')

/** Query of `listTurns`. The server parses the address with it. */
export const turnsQuerySchema = z.object({
  ...listQuery,
  search: z
    .string()
    .max(200)
    .optional()
    .describe('Only turns whose question or answer has all of these words. The last one may be a beginning.'),
  status: turnStatusSchema
    .or(z.literal('weak'))
    .optional()
    .describe('`weak`: answered with a statement that no source supports. `answered` has these, too.'),
  model: z.string().max(200).optional(),
  language: z.string().max(35).optional(),
  page: z.string().max(1_000).optional().describe('Path of the page that it was asked from.'),
  cited: z.string().max(1_000).optional().describe('Path of a page that the answer cites.'),
  feedback: z.enum(['any', 'helpful', 'unhelpful']).optional().describe('Only turns with this feedback.'),
  threadId: z.string().max(128).optional(),
  fp: z.string().max(128).optional(),
  reader: readerKindSchema.optional(),
})

/** One page of turns, newest first. */
export const turnsSchema = z.object({ turns: z.array(turnSchema), nextCursor })

/** Answer of `deleteReader`. */
export const deletedReaderSchema = z.object({ threads: z.int().describe('How many conversations were deleted.') })

/** Lists a site's turns with their feedback. */
export const listTurns = endpoint({
  ...administration,
  operationId: 'listTurns',
  role: 'viewer',
  method: 'get',
  path: '/admin/v1/sites/{domain}/conversations',
  summary: 'List conversations and feedback, one entry per question',
  query: turnsQuerySchema,
  responses: {
    200: { description: 'Newest first.', schema: turnsSchema, headers: nextCursorHeader, ...asTable },
    404: noSuchSite,
  },
})

/** Deletes a conversation. */
export const deleteConversation = endpoint({
  ...administration,
  operationId: 'deleteConversation',
  role: 'editor',
  method: 'delete',
  path: '/admin/v1/sites/{domain}/conversations/{threadId}',
  summary: 'Delete a conversation',
  description: 'Deletes its questions, answers and feedback. The figures by day stay.',
  responses: { 204: { description: 'Deleted.' }, 404: { description: 'No such site or conversation.' } },
})

/** Deletes everything stored about a reader of a site. */
export const deleteReader = endpoint({
  ...administration,
  operationId: 'deleteReader',
  role: 'editor',
  method: 'delete',
  path: '/admin/v1/sites/{domain}/readers/{fp}',
  summary: 'Delete everything about a reader',
  description: 'Deletes the conversations and feedback of this `fp` on this site.',
  responses: { 200: { description: 'Deleted.', schema: deletedReaderSchema }, 404: noSuchSite },
})

/** A statement of an answer, and whether a source supports it. */
export type Statement = z.infer<typeof statementSchema>
/** One question and its answer, as administrators see them. */
export type Turn = z.infer<typeof turnSchema>
/** Query of `listTurns`, with numbers already parsed. */
export type TurnsQuery = z.infer<typeof turnsQuerySchema>
/** Answer of `listTurns`; see `turnsSchema`. */
export type Turns = z.infer<typeof turnsSchema>
