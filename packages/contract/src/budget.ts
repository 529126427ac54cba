import { z } from 'zod'
import { administration } from './admin.ts'
import { endpoint } from './endpoint.ts'

const most = 1_000_000_000_000

/** What an organization may spend on answers in a day, and what it has spent today. */
export const budgetSchema = z
  .object({
    answersPerDay: z.int().nullable().describe('Null: no end.'),
    tokensPerDay: z.int().nullable().describe('Tokens that models read and wrote. Null: no end.'),
    today: z.object({
      day: z.iso.date().describe('In UTC.'),
      answers: z.int().describe('Counted when an answer begins.'),
      tokens: z.int().describe('Counted when a model call has ended.'),
    }),
    resetsAt: z.iso.datetime().describe('When the next day begins.'),
  })
  .meta({ id: 'Budget' })

/** What is left out stays as it is; `null` lifts it. */
export const budgetChangeSchema = z.object({
  answersPerDay: z.int().min(0).max(1_000_000_000).nullish(),
  tokensPerDay: z.int().min(0).max(most).nullish(),
})

const budget = {
  ...administration,
  path: '/admin/v1/budget',
  responses: { 200: { description: 'The budget.', schema: budgetSchema } },
} as const

export const getBudget = endpoint({
  ...budget,
  operationId: 'getBudget',
  method: 'get',
  summary: 'What the organization may spend in a day, and has spent',
})

export const updateBudget = endpoint({
  ...budget,
  operationId: 'updateBudget',
  method: 'patch',
  summary: 'Change what the organization may spend in a day',
  description: 'Used up, questions are refused with 429 and `budget_exhausted` until the day ends, in UTC.',
  body: budgetChangeSchema,
})

export type Budget = z.infer<typeof budgetSchema>
export type BudgetChange = z.infer<typeof budgetChangeSchema>
