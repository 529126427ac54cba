import type { Limit } from '@sidenote/contract'
import { sql } from 'kysely'
import { type Database, engineOf } from '../database/database.ts'

/** A window is counted in this many slices, and the one that is running out counts too: never more than the limit. */
const slicesPerWindow = 60

/** One limit with whom it is counted for: an organization’s id, an address, a project’s id. */
export interface CountedLimit {
  readonly limit: Limit
  readonly subject: string
}

/** Where a limit stands after a request. */
export interface LimitState {
  readonly limit: Limit
  readonly remaining: number
  /** Seconds until the oldest counted request no longer counts. */
  readonly resetSeconds: number
}

export type LimitDecision =
  | { readonly admitted: true; readonly states: readonly LimitState[] }
  | {
      readonly admitted: false
      readonly states: readonly LimitState[]
      readonly exceeded: Limit
      /** After so many seconds the same request is admitted, if nobody else asks in between. */
      readonly retryAfterSeconds: number
    }

/** Seconds since 1970, by the clock that all processes share. */
export type Clock = (transaction: Database) => Promise<number>

const storeClock: Clock = async (transaction) => {
  if (engineOf(transaction) === 'sqlite') return Date.now() / 1_000
  const { rows } = await sql<{ now: number }>`select extract(epoch from clock_timestamp()) as now`.execute(transaction)
  return Number(rows[0]?.now)
}

const sliceSeconds = (limit: Limit): number => limit.seconds / slicesPerWindow

const sliceAt = (limit: Limit, now: number): number => Math.floor(now / sliceSeconds(limit))

/** When a slice stops counting, in seconds since 1970. */
const endOf = (limit: Limit, slice: number): number => (slice + slicesPerWindow + 1) * sliceSeconds(limit)

const waitUntil = (end: number, now: number): number => Math.max(1, Math.ceil(end - now))

/**
 * Takes the counts of these subjects for this transaction alone. SQLite has done so when the transaction began. The order
 * is the same everywhere, so that two requests cannot wait for each other. Counts need not survive a crash of PostgreSQL.
 */
const lockCounts = async (transaction: Database, counted: readonly CountedLimit[]): Promise<void> => {
  if (engineOf(transaction) === 'sqlite') return
  const names = counted.map(({ limit, subject }) => `${limit.name}/${subject}`).sort()
  await sql`select set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(hashtextextended(name, 0))
    from unnest(${names}::text[]) as names(name)`.execute(transaction)
}

const countsOf = (transaction: Database, counted: readonly CountedLimit[], now: number) =>
  transaction
    .selectFrom('limit_counts')
    .where((row) =>
      row.or(
        counted.map(({ limit, subject }) =>
          row.and([
            row('name', '=', limit.name),
            row('subject', '=', subject),
            row('slice', '>=', sliceAt(limit, now) - slicesPerWindow),
          ]),
        ),
      ),
    )

const readStates = async (
  transaction: Database,
  counted: readonly CountedLimit[],
  now: number,
): Promise<LimitState[]> => {
  const rows = await countsOf(transaction, counted, now)
    .select((select) => ['name', select.fn.sum<number>('count').as('used'), select.fn.min('slice').as('oldest')])
    .groupBy('name')
    .execute()
  const found = new Map(rows.map((row) => [row.name, row]))
  return counted.map(({ limit }) => {
    const { used, oldest } = found.get(limit.name) ?? { used: 0, oldest: sliceAt(limit, now) }
    const remaining = Math.max(0, limit.requests - used)
    return { limit, remaining, resetSeconds: waitUntil(endOf(limit, oldest), now) }
  })
}

/** When so much has run out that one more request fits. */
const readRetryAfter = async (transaction: Database, counted: CountedLimit, now: number): Promise<number> => {
  const slices = await countsOf(transaction, [counted], now).select(['slice', 'count']).orderBy('slice').execute()
  let used = slices.reduce((sum, { count }) => sum + count, 0)
  for (const { slice, count } of slices) {
    used -= count
    if (used < counted.limit.requests) return waitUntil(endOf(counted.limit, slice), now)
  }
  return 1
}

const count = async (transaction: Database, counted: readonly CountedLimit[], now: number): Promise<void> => {
  const rows = counted.map(({ limit, subject }) => ({
    name: limit.name,
    subject,
    slice: sliceAt(limit, now),
    count: 1,
  }))
  await transaction
    .insertInto('limit_counts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['name', 'subject', 'slice']).doUpdateSet({ count: sql<number>`limit_counts.count + 1` }),
    )
    .execute()
}

/**
 * Counts one request against all its limits, whose names differ, or against none of them when one is used up. Exact across processes, and
 * never more than the limit in any rolling window; up to one slice less.
 *
 * The algorithm (conservative buckets) gives up at most a sixtieth of a window, and needs 61 small rows a subject.
 */
export const takeFromLimits = async (
  database: Database,
  counted: readonly CountedLimit[],
  clock: Clock = storeClock,
): Promise<LimitDecision> =>
  database.transaction().execute(async (transaction) => {
    await lockCounts(transaction, counted)
    const now = await clock(transaction)
    const states = await readStates(transaction, counted, now)
    let refused: { exceeded: Limit; retryAfterSeconds: number } | undefined
    for (const [index, one] of counted.entries()) {
      if (states[index]?.remaining !== 0) continue
      const retryAfterSeconds = await readRetryAfter(transaction, one, now)
      if (!refused || retryAfterSeconds > refused.retryAfterSeconds)
        refused = { exceeded: one.limit, retryAfterSeconds }
    }
    if (refused) return { admitted: false, states, ...refused }
    await count(transaction, counted, now)
    return { admitted: true, states: states.map((state) => ({ ...state, remaining: state.remaining - 1 })) }
  })

/** Removes the counts that no longer count. */
export const deleteOldCounts = async (
  database: Database,
  limits: readonly Limit[],
  clock: Clock = storeClock,
): Promise<void> => {
  const now = await clock(database)
  for (const limit of limits) {
    await database
      .deleteFrom('limit_counts')
      .where('name', '=', limit.name)
      .where('slice', '<', sliceAt(limit, now) - slicesPerWindow)
      .execute()
  }
}
