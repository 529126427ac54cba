import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { observe } from '../../watch/observe.ts'
import { type Bounds, dayOf, endOfDay, readBounds, readUse } from './budget-record.ts'

type Spent = readonly [amount: number, unit: 'answers' | 'tokens']

const exhausted = ([amount, unit]: Spent, now: Date): AppError => {
  observe('limit-refusal', { limit: `budget-${unit}` })
  const end = endOfDay(now)
  return new AppError(
    'budget_exhausted',
    `This organization’s budget of ${amount} ${unit} a day is used up. Questions are answered again from ${end.toISOString()} on.`,
    { retryAfterSeconds: Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1_000)) },
  )
}

/**
 * Refuses a question that there is no budget for, before it is counted anywhere. Gives the budget when there is some left.
 *
 * @throws AppError `budget_exhausted`
 */
export const refuseSpentBudget = async (database: Database, organizationId: string, now: Date): Promise<Bounds> => {
  const bounds = await readBounds(database, organizationId)
  const { answers_per_day: answers, tokens_per_day: tokens } = bounds
  if (answers === null && tokens === null) return bounds
  const used = await readUse(database, organizationId, now)
  if (answers !== null && used.answers >= answers) throw exhausted([answers, 'answers'], now)
  if (tokens !== null && used.tokens >= tokens) throw exhausted([tokens, 'tokens'], now)
  return bounds
}

/**
 * Counts an answer that begins. One statement decides: never more answers than the budget, and no more than those in flight
 * once the tokens are used up.
 *
 * @throws AppError `budget_exhausted`
 */
export const takeAnswer = async (database: Database, organizationId: string, now: Date): Promise<void> => {
  const { answers_per_day: answers, tokens_per_day: tokens } = await refuseSpentBudget(database, organizationId, now)
  const taken = await database
    .insertInto('budget_uses')
    .values({ organization_id: organizationId, day: dayOf(now), answers: 1, tokens: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'day'])
        .doUpdateSet({ answers: sql<number>`budget_uses.answers + 1` })
        .where(sql<boolean>`${answers === null ? sql`true` : sql`budget_uses.answers < ${answers}`}`)
        .where(sql<boolean>`${tokens === null ? sql`true` : sql`budget_uses.tokens < ${tokens}`}`),
    )
    .returning('answers')
    .executeTakeFirst()
  if (!taken) throw exhausted(answers === null ? [tokens ?? 0, 'tokens'] : [answers, 'answers'], now)
}

/** Adds what a model call has cost. */
export const addTokens = async (
  database: Database,
  organizationId: string,
  { tokens, now }: { tokens: number; now: Date },
): Promise<void> => {
  await database
    .insertInto('budget_uses')
    .values({ organization_id: organizationId, day: dayOf(now), answers: 0, tokens })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'day'])
        .doUpdateSet({ tokens: sql<number>`budget_uses.tokens + excluded.tokens` }),
    )
    .execute()
}
