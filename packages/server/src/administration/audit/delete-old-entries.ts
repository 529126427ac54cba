import type { Database } from '../../database/database.ts'

/** A year, and time to look back at it. */
const keptDays = 400

const dayMilliseconds = 86_400_000

/** Deletes what is older than 400 days. */
export const deleteOldEntries = async (database: Database, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - keptDays * dayMilliseconds).toISOString()
  await database.deleteFrom('audit_entries').where('at', '<', before).execute()
}
