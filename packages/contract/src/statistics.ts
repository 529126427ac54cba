import { z } from 'zod'
import { administration, noSuchSite } from './administration.ts'
import { readerKindSchema } from './conversations.ts'
import { endpoint } from './endpoint.ts'
import { asTable, topQuery } from './list-query.ts'

const count = z.int().min(0)

const counts = {
  questions: count,
  answered: count.describe('Without the weak ones.'),
  weak: count.describe('Answered with at least one statement that no source supports.'),
  unanswered: count,
  clarifying: count.describe('Answered by asking back.'),
  declined: count,
  aborted: count.describe('The reader left or stopped the answer.'),
  failed: count,
  helpful: count.describe('By the readers’ feedback.'),
  unhelpful: count,
  inputTokens: count,
  outputTokens: count,
  cost: z.number().min(0).describe('By the prices in the site’s settings; 0 without prices.'),
  agentCalls: count.describe('Searches, pages and questions of agents, over MCP.'),
}

const countsSchema = z.object(counts).meta({ id: 'Counts' })
const valuesSchema = z
  .array(z.object({ value: z.string(), ...counts }))
  .describe('The most frequent first. Empty if the figures are those of one value.')

const value = z.string().min(1).max(1_000).optional()

/** Query of `getStatistics`. The server parses the address with it. */
export const statisticsQuerySchema = z
  .object({
    ...topQuery,
    model: value.describe('Only questions that this model answered.'),
    language: value.describe('Only questions in this language, such as `de`.'),
    page: value.describe('Only questions asked from the page with this path.'),
    cited: value.describe('Only questions whose answer cites the page with this path.'),
    reader: readerKindSchema.optional(),
  })
  .refine(
    ({ model, language, page, cited, reader }) =>
      [model, language, page, cited, reader].filter((one) => one !== undefined).length < 2,
    'must name at most one of model, language, page, cited and reader: each is counted by itself',
  )

/** What happened on a site in a range of days. */
export const statisticsSchema = z
  .object({
    from: z.iso.date().describe('The first day, in UTC.'),
    to: z.iso.date().describe('The last day, included.'),
    total: countsSchema,
    before: countsSchema.describe('The total of as many days right before.'),
    days: z.array(z.object({ day: z.iso.date(), ...counts })).describe('Every day, the first one first.'),
    models: valuesSchema,
    languages: valuesSchema,
    pages: valuesSchema.describe('Paths of the pages that questions were asked from.'),
    cited: valuesSchema.describe('Paths of the pages that answers cite.'),
    disliked: valuesSchema.describe('Paths of cited pages whose answers readers found not helpful, most often first.'),
  })
  .meta({ id: 'Statistics' })

/** Counts what was asked on a site, by day, model, language and page. */
export const getStatistics = endpoint({
  ...administration,
  operationId: 'getStatistics',
  role: 'viewer',
  method: 'get',
  path: '/admin/v1/sites/{domain}/statistics',
  summary: 'Count questions and answers by day',
  description:
    'Counted as questions are asked, also on sites that don’t store them. Counts are per day in UTC, so a range is widened to whole days; they are kept for 400 days. CSV has the days.',
  query: statisticsQuerySchema,
  responses: { 200: { description: 'The figures.', schema: statisticsSchema, ...asTable }, 404: noSuchSite },
})

const usageQuerySchema = z.object({ from: topQuery.from, to: topQuery.to, format: topQuery.format })

/** What happened on all sites of an organization in a range of days. */
export const usageSchema = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    total: countsSchema,
    days: z.array(z.object({ day: z.iso.date(), ...counts })),
    models: z.array(z.object({ value: z.string(), ...counts })),
    sites: z.array(z.object({ domain: z.string(), ...counts })),
  })
  .meta({ id: 'Usage' })

/** Counts what the sites of an organization have used, by day, site and model. */
export const getUsage = endpoint({
  ...administration,
  operationId: 'getUsage',
  role: 'viewer',
  method: 'get',
  path: '/admin/v1/usage',
  summary: 'See what your organization has used, by day, site and model',
  query: usageQuerySchema,
  responses: { 200: { description: 'The figures. CSV has the days.', schema: usageSchema, ...asTable } },
})

/** How many questions there were, and what became of them. */
export type Counts = z.infer<typeof countsSchema>
/** Answer of `getStatistics`; see `statisticsSchema`. */
export type Statistics = z.infer<typeof statisticsSchema>
/** Query of `getStatistics`, with numbers already parsed. */
export type StatisticsQuery = z.infer<typeof statisticsQuerySchema>
/** Answer of `getUsage`; see `usageSchema`. */
export type Usage = z.infer<typeof usageSchema>
/** Query of `getUsage`. */
export type UsageQuery = z.infer<typeof usageQuerySchema>
