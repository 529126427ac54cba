import { z } from 'zod'
import { administration, noSuchSite } from './administration.ts'
import { contextItemSchema } from './assistant.ts'
import { endpoint } from './endpoint.ts'
import { asTable, listQuery, nextCursor, nextCursorHeader } from './list-query.ts'

const turnStatusSchema = z.enum(['answered', 'unanswered', 'clarifying', 'declined', 'aborted', 'failed'])

const turnSchema = z
  .object({
    id: z.string(),
    threadId: z.string(),
    fp: z.string(),
    askedAt: z.iso.datetime(),
    status: turnStatusSchema,
    question: z.string().nullable().describe('Null if the site does not store questions.'),
    answer: z.string().nullable(),
    currentPath: z.string().nullable(),
    context: z.array(contextItemSchema).nullable().describe('Selections that the reader added to the question.'),
    model: z.string(),
    sources: z.array(z.object({ path: z.string(), anchor: z.string().nullable(), url: z.string() })),
    feedback: z
      .object({ helpful: z.boolean(), reason: z.string().nullable(), comment: z.string().nullable() })
      .nullable(),
  })
  .meta({ id: 'Turn', description: 'One question and its answer.' })

/** Query of `listTurns`. The server parses the address with it. */
export const turnsQuerySchema = z.object({
  ...listQuery,
  status: turnStatusSchema.optional(),
  feedback: z.enum(['any', 'helpful', 'unhelpful']).optional().describe('Only turns with this feedback.'),
  threadId: z.string().max(128).optional(),
  fp: z.string().max(128).optional(),
})

/** One page of turns, newest first. */
export const turnsSchema = z.object({ turns: z.array(turnSchema), nextCursor })

/** Answer of `deleteReader`. */
export const deletedReaderSchema = z.object({ threads: z.int().describe('How many conversations were deleted.') })

/** Lists a site's turns with their feedback. */
export const listTurns = endpoint({
  ...administration,
  operationId: 'listTurns',
  method: 'get',
  path: '/admin/v1/sites/{domain}/conversations',
  summary: 'List conversations and feedback, one entry per question',
  query: turnsQuerySchema,
  responses: {
    200: { description: 'Newest first.', schema: turnsSchema, headers: nextCursorHeader, ...asTable },
    404: noSuchSite,
  },
})

/** Deletes everything stored about a reader of a site. */
export const deleteReader = endpoint({
  ...administration,
  operationId: 'deleteReader',
  method: 'delete',
  path: '/admin/v1/sites/{domain}/readers/{fp}',
  summary: 'Delete everything about a reader',
  description: 'Deletes the conversations and feedback of this `fp` on this site.',
  responses: { 200: { description: 'Deleted.', schema: deletedReaderSchema }, 404: noSuchSite },
})

/** One question and its answer, as administrators see them. */
export type Turn = z.infer<typeof turnSchema>
/** Query of `listTurns`, with numbers already parsed. */
export type TurnsQuery = z.infer<typeof turnsQuerySchema>
/** Answer of `listTurns`; see `turnsSchema`. */
export type Turns = z.infer<typeof turnsSchema>
