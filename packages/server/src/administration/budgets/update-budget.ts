import type { Budget, BudgetChange } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import { type Bounds, readBounds } from './budget-record.ts'
import { readBudget } from './read-budget.ts'

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
