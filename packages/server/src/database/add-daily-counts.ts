import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { DailyCountRow } from './tables.ts'

/** One value of a dimension of a site, on one day. */
export type CountPlace = Pick<DailyCountRow, 'site_id' | 'dimension' | 'value' | 'day'>
/** What is counted there. */
export type DailyCounts = Omit<DailyCountRow, keyof CountPlace>

const nothing: DailyCounts = {
  questions: 0,
  answered: 0,
  weak: 0,
  unanswered: 0,
  clarifying: 0,
  declined: 0,
  aborted: 0,
  failed: 0,
  helpful: 0,
  unhelpful: 0,
  input_tokens: 0,
  output_tokens: 0,
  cost: 0,
  agent_calls: 0,
}

/** The names of all counts, in the order of the table. */
export const countNames = Object.keys(nothing) as readonly (keyof DailyCounts)[]

const orderOf = ({ dimension, value }: CountPlace): string => `${dimension} ${value}`

/** Adds counts at each of these places, which are on one day of one site. Rows are locked in one order, so that no two transactions wait for each other. */
export const addDailyCounts = async (
  database: Database,
  places: readonly CountPlace[],
  counts: Partial<DailyCounts>,
): Promise<void> => {
  const rows = places
    .toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
    .map((place) => ({ ...place, ...nothing, ...counts }))
  await database
    .insertInto('daily_counts')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['site_id', 'dimension', 'value', 'day'])
        .doUpdateSet(
          Object.fromEntries(
            countNames.map((name) => [name, sql<number>`daily_counts.${sql.ref(name)} + excluded.${sql.ref(name)}`]),
          ),
        ),
    )
    .execute()
}
