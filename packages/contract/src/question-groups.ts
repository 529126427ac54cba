import { z } from 'zod'
import { administration } from './administration.ts'
import { agentJobSchema } from './agent-jobs.ts'
import { endpoint } from './endpoint.ts'
import { projectHourly } from './limits.ts'

const readerQuestionSchema = z.object({
  id: z.string(),
  question: z.string(),
  reason: z.enum(['unanswered', 'unhelpful']),
  comment: z.string().nullable(),
  askedAt: z.iso.datetime(),
})

/** Similar questions that the documentation didn't answer. The agent's prompt is made from one group. */
export const questionGroupSchema = z
  .object({
    id: z.string().describe('Stays the same as long as its questions do.'),
    questions: z.array(readerQuestionSchema),
    pages: z.array(z.object({ path: z.string(), title: z.string() })).describe('The closest pages.'),
  })
  .meta({ id: 'QuestionGroup' })

const jobFromQuestionsRequestSchema = z.object({
  group: z.string().max(100).nullish().describe('Id of the group. Defaults to the largest.'),
  questions: z
    .array(z.string().max(128))
    .min(1)
    .max(200)
    .nullish()
    .describe('Ids of the questions, as `listTopics` has them, instead of a group.'),
  draft: z.boolean().nullish(),
})

/** Lists groups of unanswered questions of a project's site. */
export const listQuestionGroups = endpoint({
  ...administration,
  operationId: 'listQuestionGroups',
  role: 'viewer',
  method: 'get',
  path: '/admin/v1/projects/{projectId}/question-groups',
  summary: 'See which questions your docs couldn’t answer',
  description:
    'Questions of the last 90 days that got no answer or a bad one, grouped by similarity, the largest group first.',
  responses: {
    200: { description: 'The groups.', schema: z.object({ groups: z.array(questionGroupSchema) }) },
    404: { description: 'No such project.' },
    409: { description: 'The project names no site.' },
  },
})

/** Creates a job that extends the documentation so that it answers one group of questions. */
export const createJobFromQuestions = endpoint({
  ...administration,
  operationId: 'createJobFromQuestions',
  role: 'editor',
  method: 'post',
  path: '/admin/v1/projects/{projectId}/question-groups/job',
  summary: 'Have the agent answer a group of questions in the documentation',
  limits: [projectHourly('agent-create')],
  body: jobFromQuestionsRequestSchema,
  responses: {
    201: { description: 'The job.', schema: agentJobSchema },
    404: { description: 'No such project or group, or there is nothing to answer.' },
    409: {
      description: 'The project names no site, no language model is configured, or the group just got a job.',
    },
  },
})

/** A question from the group, with the reader's comment if there is one. */
export type ReaderQuestion = z.infer<typeof readerQuestionSchema>
/** Similar unanswered questions; see `questionGroupSchema`. */
export type QuestionGroup = z.infer<typeof questionGroupSchema>
