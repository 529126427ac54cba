import type { Database } from '../../database/database.ts'

/** The day that a time is in, in UTC, such as `2030-01-31`. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10)

/** Midnight after a time, in UTC: budgets start again then. */
export const endOfDay = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))

/** What an organization may spend in a day; null means no limit. */
export interface Bounds {
  readonly answers_per_day: number | null
  readonly tokens_per_day: number | null
}

/** The bounds of an organization; all null when it has set none. */
export const readBounds = async (database: Database, organizationId: string): Promise<Bounds> => {
  const row = await database
    .selectFrom('budgets')
    .select(['answers_per_day', 'tokens_per_day'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row ?? { answers_per_day: null, tokens_per_day: null }
}

/** What an organization has spent on the day of `now`. */
export const readUse = async (database: Database, organizationId: string, now: Date) => {
  const row = await database
    .selectFrom('budget_uses')
    .select(['answers', 'tokens'])
    .where('organization_id', '=', organizationId)
    .where('day', '=', dayOf(now))
    .executeTakeFirst()
  return row ?? { answers: 0, tokens: 0 }
}
