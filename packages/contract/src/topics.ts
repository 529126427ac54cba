import { z } from 'zod'
import { administration, noSuchSite } from './administration.ts'
import { endpoint } from './endpoint.ts'
import { asTable, topQuery } from './list-query.ts'

const topicSchema = z
  .object({
    question: z.string().describe('The question that represents the others best.'),
    words: z.array(z.string()).describe('What sets the topic apart, the most telling word first.'),
    count: z.int(),
    readers: z.int().describe('How many different `fp` asked.'),
    lastAskedAt: z.iso.datetime(),
    pages: z.array(z.string()).describe('Paths of the closest pages.'),
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

/** Query of `listTopics`. The server parses the address with it. */
export const topicsQuerySchema = z.object(topQuery)

/** Questions that the documentation didn't answer, grouped by topic. */
export const topicsSchema = z.object({
  topics: z.array(topicSchema),
  questions: z.int().describe('How many questions were grouped: the latest 2,000 at most.'),
})

/** Lists unanswered questions by topic. The server groups them on request, so there is one page only. */
export const listTopics = endpoint({
  ...administration,
  operationId: 'listTopics',
  method: 'get',
  path: '/admin/v1/sites/{domain}/questions',
  summary: 'List unanswered questions by topic',
  description: 'Questions without an answer, or whose answer didn’t help. Empty unless the site stores questions.',
  query: topicsQuerySchema,
  responses: {
    200: { description: 'The largest topic first.', schema: topicsSchema, ...asTable },
    404: noSuchSite,
  },
})

/** A group of questions about the same thing, with the ones it was made from. */
export type Topic = z.infer<typeof topicSchema>
/** Query of `listTopics`, with numbers already parsed. */
export type TopicsQuery = z.infer<typeof topicsQuerySchema>
/** Answer of `listTopics`; see `topicsSchema`. */
export type Topics = z.infer<typeof topicsSchema>
