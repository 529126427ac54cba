import type { Budget } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import { dayOf, endOfDay, readBounds, readUse } from './budget-record.ts'

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
