import type { Database } from '../../src/database/database.ts'

interface Counted {
  /** The limit's. @default any */
  readonly name?: string
  /** @default any */
  readonly subject?: string
}

/** What the database has counted of a limit and a subject: in all slices, as a test may begin in one and end in the next. */
export const sumOfCounts = async (database: Database, { name, subject }: Counted = {}): Promise<number> => {
  let counts = database.selectFrom('limit_counts').select('count')
  if (name !== undefined) counts = counts.where('name', '=', name)
  if (subject !== undefined) counts = counts.where('subject', '=', subject)
  return (await counts.execute()).reduce((sum, { count }) => sum + count, 0)
}
