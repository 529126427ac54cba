import type { Budget, BudgetChange } from '@sidenote/contract'
import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { observe } from '../../watch/observe.ts'

const dayOf = (now: Date): string => now.toISOString().slice(0, 10)

const endOfDay = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))

interface Bounds {
  readonly answers_per_day: number | null
  readonly tokens_per_day: number | null
}

const readBounds = async (database: Database, organizationId: string): Promise<Bounds> => {
  const row = await database
    .selectFrom('budgets')
    .select(['answers_per_day', 'tokens_per_day'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row ?? { answers_per_day: null, tokens_per_day: null }
}

const readUse = async (database: Database, organizationId: string, now: Date) => {
  const row = await database
    .selectFrom('budget_uses')
    .select(['answers', 'tokens'])
    .where('organization_id', '=', organizationId)
    .where('day', '=', dayOf(now))
    .executeTakeFirst()
  return row ?? { answers: 0, tokens: 0 }
}

/** What an organization may spend in a day, and what it has spent today. */
export const readBudget = async (database: Database, organizationId: string, now: Date): Promise<Budget> => {
  const bounds = await readBounds(database, organizationId)
  return {
    answersPerDay: bounds.answers_per_day,
    tokensPerDay: bounds.tokens_per_day,
    today: { day: dayOf(now), ...(await readUse(database, organizationId, now)) },
    resetsAt: endOfDay(now).toISOString(),
  }
}

/** Changes what is named; gives the budget as it is now. */
export const updateBudget = async (
  database: Database,
  organizationId: string,
  { change, now }: { change: BudgetChange; now: Date },
): Promise<Budget> => {
  await database.transaction().execute(async (transaction) => {
    const before = await readBounds(transaction, organizationId)
    const bounds: Bounds = {
      answers_per_day: change.answersPerDay === undefined ? before.answers_per_day : change.answersPerDay,
      tokens_per_day: change.tokensPerDay === undefined ? before.tokens_per_day : change.tokensPerDay,
    }
    await transaction
      .insertInto('budgets')
      .values({ organization_id: organizationId, ...bounds })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(bounds))
      .execute()
  })
  return readBudget(database, organizationId, now)
}

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

/** A day that is over is kept as long as turns are at most. */
const keptDays = 400

/** Removes what was spent long ago. */
export const deleteOldUses = async (database: Database, now: Date): Promise<void> => {
  const oldest = new Date(now.getTime() - keptDays * 86_400_000)
  await database.deleteFrom('budget_uses').where('day', '<', dayOf(oldest)).execute()
}
