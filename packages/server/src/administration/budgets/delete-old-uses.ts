import type { Database } from '../../database/database.ts'
import { dayOf } from './budget-record.ts'

/** A day that is over is kept as long as turns are at most. */
const keptDays = 400

/** Removes what was spent long ago. */
export const deleteOldUses = async (database: Database, now: Date): Promise<void> => {
  const oldest = new Date(now.getTime() - keptDays * 86_400_000)
  await database.deleteFrom('budget_uses').where('day', '<', dayOf(oldest)).execute()
}
