import { z } from 'zod'
import { administration } from './administration.ts'
import { endpoint } from './endpoint.ts'

const maximumTokens = 1_000_000_000_000

/** What an organization may spend on answers in a day (UTC), and what it has spent today. */
export const budgetSchema = z
  .object({
    answersPerDay: z.int().nullable().describe('Null means unlimited.'),
    tokensPerDay: z.int().nullable().describe('Tokens that models read and wrote. Null means unlimited.'),
    today: z.object({
      day: z.iso.date().describe('In UTC.'),
      answers: z.int().describe('Counted when an answer starts.'),
      tokens: z.int().describe('Counted when a model call ends.'),
    }),
    resetsAt: z.iso.datetime().describe('Start of the next day.'),
  })
  .meta({ id: 'Budget' })

const budgetChangeSchema = z.object({
  answersPerDay: z.int().min(0).max(1_000_000_000).nullish(),
  tokensPerDay: z.int().min(0).max(maximumTokens).nullish(),
})

const budget = {
  ...administration,
  path: '/admin/v1/budget',
  responses: { 200: { description: 'The budget.', schema: budgetSchema } },
} as const

/** Fetches the organization's budget. */
export const getBudget = endpoint({
  ...budget,
  operationId: 'getBudget',
  role: 'viewer',
  method: 'get',
  summary: 'See the organization’s daily budget and what it has spent today',
})

/** Changes the organization's budget. Fields that are left out keep their value. */
export const updateBudget = endpoint({
  ...budget,
  operationId: 'updateBudget',
  role: 'editor',
  method: 'patch',
  summary: 'Change the organization’s daily budget',
  description: 'Once it is used up, questions are refused with 429 and `budget_exhausted` until the day ends, in UTC.',
  body: budgetChangeSchema,
})

/** The organization's budget; see `budgetSchema`. */
export type Budget = z.infer<typeof budgetSchema>
/** Body of `updateBudget`. `null` lifts a limit, an absent field stays. */
export type BudgetChange = z.infer<typeof budgetChangeSchema>
