import { z } from 'zod'
import { administration, noSuchSite } from './administration.ts'
import { turnStatusSchema } from './conversations.ts'
import { endpoint } from './endpoint.ts'
import { asTable, topQuery } from './list-query.ts'

const stateSchema = z.enum(['open', 'dismissed', 'resolved'])

const askedAgainSchema = z
  .object({
    askedAt: z.iso.datetime(),
    status: turnStatusSchema,
    answer: z.string(),
    model: z.string(),
    sources: z.array(z.object({ path: z.string(), url: z.string() })),
  })
  .meta({ id: 'AskedAgain' })

const topicSchema = z
  .object({
    question: z.string().describe('The question that represents the others best.'),
    words: z.array(z.string()).describe('What sets the topic apart, the most telling word first.'),
    count: z.int(),
    readers: z.int().describe('How many different `fp` asked.'),
    firstAskedAt: z.iso.datetime(),
    lastAskedAt: z.iso.datetime(),
    pages: z.array(z.string()).describe('Paths of the closest pages.'),
    questions: z.array(
      z.object({
        id: z.string(),
        threadId: z.string(),
        question: z.string(),
        answer: z.string(),
        reason: z.enum(['unanswered', 'weak', 'unhelpful', 'answered']),
        comment: z.string().nullable().describe('The reader’s, with the feedback.'),
        askedAt: z.iso.datetime(),
        again: askedAgainSchema.nullable().describe('What came when it was asked again.'),
        job: z
          .object({ id: z.string(), projectId: z.string(), status: z.string(), prLink: z.string().nullable() })
          .nullable()
          .describe('The latest agent job about it.'),
      }),
    ),
  })
  .meta({ id: 'Topic' })

/** Query of `listTopics`. The server parses the address with it. */
export const topicsQuerySchema = z.object({
  ...topQuery,
  state: stateSchema
    .or(z.literal('answered'))
    .optional()
    .describe('Default open. `answered` has what was answered well: what readers ask most all the same.'),
})

const questionsChangeSchema = z.object({
  ids: z.array(z.string().max(128)).min(1).max(2_000).describe('Ids of questions, as `listTopics` has them.'),
  state: stateSchema,
})

/** Ids of questions to ask again. */
const questionsAgainSchema = z.object({ ids: z.array(z.string().max(128)).min(1).max(20) })

/** Questions that the documentation didn't answer, grouped by topic. */
export const topicsSchema = z.object({
  topics: z.array(topicSchema),
  questions: z.int().describe('How many questions were grouped: the latest 2,000 at most.'),
})

/** Lists unanswered questions by topic. The server groups them on request, so there is one page only. */
export const listTopics = endpoint({
  ...administration,
  operationId: 'listTopics',
  role: 'viewer',
  method: 'get',
  path: '/admin/v1/sites/{domain}/questions',
  summary: 'List unanswered questions by topic',
  description:
    'Questions without an answer, with a statement that no source supports, or whose answer didn’t help; with `state=answered` all others that were answered. Empty unless the site stores questions.',
  query: topicsQuerySchema,
  responses: {
    200: { description: 'The largest topic first.', schema: topicsSchema, ...asTable },
    404: noSuchSite,
  },
})

/** Dismisses questions, resolves them, or opens them again. */
export const updateQuestions = endpoint({
  ...administration,
  operationId: 'updateQuestions',
  role: 'editor',
  method: 'patch',
  path: '/admin/v1/sites/{domain}/questions',
  summary: 'Dismiss or resolve unanswered questions, or open them again',
  body: questionsChangeSchema,
  responses: {
    200: { description: 'Changed.', schema: z.object({ changed: z.int().describe('How many were found.') }) },
    404: noSuchSite,
  },
})

/** Asks questions again, from the documentation as it is now. */
export const askQuestionsAgain = endpoint({
  ...administration,
  operationId: 'askQuestionsAgain',
  role: 'editor',
  method: 'post',
  path: '/admin/v1/sites/{domain}/questions/again',
  summary: 'Ask questions again',
  description:
    'Asks them from the pages as they are now, as their readers did. What is answered well is resolved, anything else open. No conversation and no figure changes; the budget is charged. It answers when all are asked. Questions of an agent job are asked again by themselves, once its pull request is closed and a sync has read the change.',
  body: questionsAgainSchema,
  responses: {
    200: { description: 'Asked.', schema: z.object({ resolved: z.int(), open: z.int() }) },
    404: noSuchSite,
    429: { description: 'The budget is used up.' },
  },
})

/** Body of `updateQuestions`. */
export type QuestionsChange = z.infer<typeof questionsChangeSchema>
/** A group of questions about the same thing, with the ones it was made from. */
export type Topic = z.infer<typeof topicSchema>
/** Query of `listTopics`, with numbers already parsed. */
export type TopicsQuery = z.infer<typeof topicsQuerySchema>
/** Answer of `listTopics`; see `topicsSchema`. */
export type Topics = z.infer<typeof topicsSchema>
