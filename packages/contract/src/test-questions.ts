import { z } from 'zod'
import { administration, noSuchSite } from './administration.ts'
import { turnStatusSchema } from './conversations.ts'
import { endpoint } from './endpoint.ts'
import { triedSettingsSchema } from './trials.ts'

/** How many test questions a site can have: asking more of them takes hours. */
export const mostTestQuestions = 500

const pagesSchema = z
  .array(z.string().max(1_000))
  .max(20)
  .nullable()
  .describe(
    'Paths of the pages that answer it. Empty if the documentation doesn’t, so that it should be refused. Null if nobody has said.',
  )
const tagsSchema = z
  .array(z.string().trim().min(1).max(50))
  .max(10)
  .describe('Kinds of questions, each measured by itself.')

/** A question whose answer is looked at again and again. */
export const testQuestionSchema = z
  .object({
    id: z.string(),
    question: z.string(),
    pages: pagesSchema,
    tags: tagsSchema,
    currentPath: z.string().nullable().describe('Path of the page that it is asked from.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'TestQuestion' })

const testQuestionRequestSchema = z.object({
  question: z.string().trim().min(1).max(1_000),
  pages: pagesSchema.optional(),
  tags: tagsSchema.optional(),
  currentPath: z.string().max(200).nullish(),
})

const share = (of: string) => z.number().nullable().describe(`${of} Null where no question has what it is of.`)

/** The questions of one kind, measured. Shares are from 0 to 1. */
export const testFiguresSchema = z
  .object({
    tag: z.string().describe('`all` for all questions together.'),
    questions: z.int(),
    recall: share('The mean share of a question’s pages that are among its sources.'),
    first: share('The share of questions whose first source is on one of their pages.'),
    answered: share('The share that is answered, of the questions that the documentation answers.'),
    refused: share('The share that is refused, of the questions that it doesn’t answer.'),
  })
  .meta({ id: 'TestFigures' })

/** All test questions of a site, asked once. */
export const testRunSchema = z
  .object({
    id: z.string(),
    status: z.enum(['running', 'completed', 'failed']),
    questions: z.int(),
    asked: z.int().describe('How many have been asked by now.'),
    settings: triedSettingsSchema.nullable().describe('What stood in for the site’s settings.'),
    figures: z.array(testFiguresSchema).describe('Of all questions first, then of each tag. Empty while it runs.'),
    tokens: z.int(),
    cost: z.number(),
    error: z.string().nullable().describe('Why the run failed.'),
    startedAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'TestRun' })

const verdict = {
  status: turnStatusSchema,
  strength: z.int().nullable().describe('Percent of the checked statements that a source supports.'),
  isMissed: z
    .boolean()
    .describe(
      'Refused though the documentation answers it, answered though it doesn’t, without any of its pages, or failed.',
    ),
}

/** What became of a test question, and what became of it before. */
export const testResultSchema = z
  .object({
    question: z.string(),
    pages: pagesSchema,
    tags: tagsSchema,
    ...verdict,
    answer: z.string(),
    sources: z.array(z.string()).describe('Paths of the pages of the sources, the first source first.'),
    model: z.string(),
    milliseconds: z.int(),
    error: z.string().nullable(),
    before: z
      .object({ ...verdict, answer: z.string() })
      .nullable()
      .describe('In the run that it is compared with; null if it was not asked then.'),
  })
  .meta({ id: 'TestResult' })

/** A run with what became of each question, and the run before it. */
export const testRunResultsSchema = z.object({
  run: testRunSchema,
  before: testRunSchema.nullable().describe('The run that it is compared with. Null without one.'),
  results: z.array(testResultSchema),
})

const questionsPath = '/admin/v1/sites/{domain}/test-questions'
const runsPath = '/admin/v1/sites/{domain}/test-runs'
const noSuchRun = { description: 'No such site or run.' } as const

/** Lists the test questions of a site. */
export const listTestQuestions = endpoint({
  ...administration,
  operationId: 'listTestQuestions',
  role: 'viewer',
  method: 'get',
  path: questionsPath,
  summary: 'List test questions',
  responses: {
    200: { description: 'The oldest first.', schema: z.object({ questions: z.array(testQuestionSchema) }) },
    404: noSuchSite,
  },
})

/** Adds a test question. */
export const createTestQuestion = endpoint({
  ...administration,
  operationId: 'createTestQuestion',
  role: 'editor',
  method: 'post',
  path: questionsPath,
  summary: 'Add a test question',
  description: `A site can have ${mostTestQuestions}.`,
  body: testQuestionRequestSchema,
  responses: {
    201: { description: 'Added.', schema: testQuestionSchema },
    404: noSuchSite,
    409: { description: 'The site has this question already, or as many as it can have.' },
  },
})

/** Deletes a test question. Runs keep what became of it. */
export const deleteTestQuestion = endpoint({
  ...administration,
  operationId: 'deleteTestQuestion',
  role: 'editor',
  method: 'delete',
  path: `${questionsPath}/{id}`,
  summary: 'Delete a test question',
  responses: { 204: { description: 'Deleted.' }, 404: { description: 'No such site or question.' } },
})

/** Asks all test questions of a site. */
export const startTestRun = endpoint({
  ...administration,
  operationId: 'startTestRun',
  role: 'editor',
  method: 'post',
  path: runsPath,
  summary: 'Ask all test questions',
  description:
    'Runs in the background, one question after the other. No conversation is stored and no figure changes; the budget is charged. With `settings` the run tells whether answers would be better with them.',
  body: z.object({ settings: triedSettingsSchema.nullish() }),
  responses: {
    202: { description: 'The run.', schema: testRunSchema },
    404: noSuchSite,
    409: { description: 'A run is under way, or the site has no test question.' },
  },
})

/** Lists the runs of a site. */
export const listTestRuns = endpoint({
  ...administration,
  operationId: 'listTestRuns',
  role: 'viewer',
  method: 'get',
  path: runsPath,
  summary: 'List runs of the test questions',
  responses: {
    200: { description: 'The latest first.', schema: z.object({ runs: z.array(testRunSchema) }) },
    404: noSuchSite,
  },
})

/** Query of `getTestRun`. The server parses the address with it. */
export const testRunQuerySchema = z.object({
  comparedWith: z
    .string()
    .max(100)
    .optional()
    .describe('Id of another run of the site. Default: the last complete run before it.'),
})

/** Fetches a run with its results. */
export const getTestRun = endpoint({
  ...administration,
  operationId: 'getTestRun',
  role: 'viewer',
  method: 'get',
  path: `${runsPath}/{id}`,
  summary: 'Read what became of each test question, and what became of it before',
  description: 'Two runs with different `settings` tell with which of them the answers are better.',
  query: testRunQuerySchema,
  responses: { 200: { description: 'The run.', schema: testRunResultsSchema }, 404: noSuchRun },
})

/** Deletes a run; one that is under way ends. */
export const deleteTestRun = endpoint({
  ...administration,
  operationId: 'deleteTestRun',
  role: 'editor',
  method: 'delete',
  path: `${runsPath}/{id}`,
  summary: 'Delete a run, or end it',
  description: 'A run that is under way asks no further question.',
  responses: { 204: { description: 'Deleted.' }, 404: noSuchRun },
})

/** A question whose answer is looked at again and again. */
export type TestQuestion = z.infer<typeof testQuestionSchema>
/** Body of `createTestQuestion`. */
export type TestQuestionRequest = z.infer<typeof testQuestionRequestSchema>
/** The questions of one kind, measured; see `testFiguresSchema`. */
export type TestFigures = z.infer<typeof testFiguresSchema>
/** All test questions of a site, asked once. */
export type TestRun = z.infer<typeof testRunSchema>
/** What became of a test question. */
export type TestResult = z.infer<typeof testResultSchema>
/** A run with its results. */
export type TestRunResults = z.infer<typeof testRunResultsSchema>
