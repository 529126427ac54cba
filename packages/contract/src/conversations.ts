import { z } from 'zod'
import { administration, dayOrTimeSchema, noSuchSite } from './admin.ts'
import { contextItemSchema } from './assistant.ts'
import { endpoint } from './endpoint.ts'

/** What a site keeps of its readers’ questions, and who may read its pages as text. */
export const policySchema = z
  .object({
    storeQuestions: z
      .boolean()
      .describe(
        'Whether questions, answers and searches are kept and shown here. Without it their text is erased after a day, which threads need.',
      ),
    retentionDays: z.int().min(1).max(3_650).describe('After so many days everything about a question is deleted.'),
    openPages: z
      .boolean()
      .describe('Whether `llms.txt`, `llms-full.txt` and the Markdown of each page are served without a key.'),
  })
  .meta({ id: 'Policy' })

export const policyChangeSchema = policySchema.partial()

const rangeQuery = {
  from: dayOrTimeSchema
    .optional()
    .describe('From this day or time on: 2030-01-31 or 2030-01-31T12:00:00Z. Default: 30 days ago.'),
  to: dayOrTimeSchema.optional().describe('Before this day or time. Default: now.'),
}
const limit = (most: number, usual: number) =>
  z.coerce.number().int().min(1).max(most).optional().describe(`Default ${usual}.`)
export const listQuery = {
  ...rangeQuery,
  limit: limit(1_000, 100),
  cursor: z.string().max(2_000).optional().describe('`nextCursor` of the page before.'),
  format: z.enum(['json', 'csv']).optional().describe('`csv` for a spreadsheet; `Accept: text/csv` does the same.'),
}
export const nextCursor = z
  .string()
  .nullable()
  .describe('Null on the last page. With CSV it is the `X-Next-Cursor` header.')
export const asTable = { otherContentTypes: ['text/csv'] }
export const nextCursorHeader = { 'X-Next-Cursor': 'With CSV: the cursor of the next page, when there is one.' }

const turnStatusSchema = z.enum(['answered', 'unanswered', 'clarifying', 'declined', 'aborted', 'failed'])

export const turnSchema = z
  .object({
    id: z.string(),
    threadId: z.string(),
    fp: z.string(),
    askedAt: z.iso.datetime(),
    status: turnStatusSchema,
    question: z.string().nullable().describe('Null when the site does not store questions.'),
    answer: z.string().nullable(),
    currentPath: z.string().nullable(),
    context: z.array(contextItemSchema).nullable().describe('What the reader had put beside the question.'),
    model: z.string(),
    sources: z.array(z.object({ path: z.string(), anchor: z.string().nullable(), url: z.string() })),
    feedback: z
      .object({ helpful: z.boolean(), reason: z.string().nullable(), comment: z.string().nullable() })
      .nullable(),
  })
  .meta({ id: 'Turn', description: 'One question and its answer.' })

export const turnsQuerySchema = z.object({
  ...listQuery,
  status: turnStatusSchema.optional(),
  feedback: z.enum(['any', 'helpful', 'unhelpful']).optional().describe('Only turns that readers said this about.'),
  threadId: z.string().max(128).optional(),
  fp: z.string().max(128).optional(),
})

export const turnsSchema = z.object({ turns: z.array(turnSchema), nextCursor })

export const topicSchema = z
  .object({
    question: z.string().describe('The question that says best what the others ask.'),
    words: z.array(z.string()).describe('What sets the topic apart, the most telling first.'),
    count: z.int(),
    readers: z.int().describe('How many different `fp` asked.'),
    lastAskedAt: z.iso.datetime(),
    pages: z.array(z.string()).describe('Paths of the pages that came nearest.'),
    questions: z.array(
      z.object({
        id: z.string(),
        question: z.string(),
        reason: z.enum(['unanswered', 'unhelpful']),
        askedAt: z.iso.datetime(),
      }),
    ),
  })
  .meta({ id: 'Topic' })

const { cursor: _, ...topicsQuery } = { ...listQuery, limit: limit(200, 20) }
export const topicsQuerySchema = z.object(topicsQuery)
export const topicsSchema = z.object({
  topics: z.array(topicSchema),
  questions: z.int().describe('How many questions were looked at: the latest 2,000 at most.'),
})

export const emptySearchSchema = z
  .object({ query: z.string(), count: z.int(), lastSearchedAt: z.iso.datetime() })
  .meta({ id: 'EmptySearch' })

export const emptySearchesQuerySchema = z.object(listQuery)
export const emptySearchesSchema = z.object({ searches: z.array(emptySearchSchema), nextCursor })

export const deletedReaderSchema = z.object({ threads: z.int().describe('How many conversations were deleted.') })

export const getPolicy = endpoint({
  ...administration,
  operationId: 'getPolicy',
  method: 'get',
  path: '/admin/v1/sites/{domain}/policy',
  summary: 'What a site keeps and opens',
  responses: { 200: { description: 'The policy.', schema: policySchema }, 404: noSuchSite },
})

export const updatePolicy = endpoint({
  ...administration,
  operationId: 'updatePolicy',
  method: 'patch',
  path: '/admin/v1/sites/{domain}/policy',
  summary: 'Change what a site keeps and opens',
  description: 'What `storeQuestions` says holds from now on: whatever was asked before the change is erased.',
  body: policyChangeSchema,
  responses: {
    200: { description: 'The policy as it is now.', schema: policySchema },
    404: noSuchSite,
    409: { description: 'Another organization serves open pages under this domain.' },
  },
})

export const listTurns = endpoint({
  ...administration,
  operationId: 'listTurns',
  method: 'get',
  path: '/admin/v1/sites/{domain}/conversations',
  summary: 'List conversations and feedback, one entry a question',
  query: turnsQuerySchema,
  responses: {
    200: { description: 'Newest first.', schema: turnsSchema, headers: nextCursorHeader, ...asTable },
    404: noSuchSite,
  },
})

export const listTopics = endpoint({
  ...administration,
  operationId: 'listTopics',
  method: 'get',
  path: '/admin/v1/sites/{domain}/questions',
  summary: 'List unanswered questions by topic',
  description:
    'Questions that were not answered, or whose answer did not help. Empty unless the site stores questions.',
  query: topicsQuerySchema,
  responses: {
    200: { description: 'The largest topic first.', schema: topicsSchema, ...asTable },
    404: noSuchSite,
  },
})

export const listEmptySearches = endpoint({
  ...administration,
  operationId: 'listEmptySearches',
  method: 'get',
  path: '/admin/v1/sites/{domain}/empty-searches',
  summary: 'List searches without results',
  description: 'Empty unless the site stores questions. They are counted by day; a range is widened to whole days.',
  query: emptySearchesQuerySchema,
  responses: {
    200: {
      description: 'The most frequent first.',
      schema: emptySearchesSchema,
      headers: nextCursorHeader,
      ...asTable,
    },
    404: noSuchSite,
  },
})

export const deleteReader = endpoint({
  ...administration,
  operationId: 'deleteReader',
  method: 'delete',
  path: '/admin/v1/sites/{domain}/readers/{fp}',
  summary: 'Delete everything about a reader',
  description: 'Conversations and feedback of this `fp` on this site.',
  responses: { 200: { description: 'Deleted.', schema: deletedReaderSchema }, 404: noSuchSite },
})

export type Policy = z.infer<typeof policySchema>
export type PolicyChange = z.infer<typeof policyChangeSchema>
export type Turn = z.infer<typeof turnSchema>
export type TurnsQuery = z.infer<typeof turnsQuerySchema>
export type Turns = z.infer<typeof turnsSchema>
export type Topic = z.infer<typeof topicSchema>
export type TopicsQuery = z.infer<typeof topicsQuerySchema>
export type Topics = z.infer<typeof topicsSchema>
export type EmptySearch = z.infer<typeof emptySearchSchema>
export type EmptySearchesQuery = z.infer<typeof emptySearchesQuerySchema>
export type EmptySearches = z.infer<typeof emptySearchesSchema>
