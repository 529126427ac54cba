import { sql } from 'kysely'
import { type Database, engineOf } from '../../../database/database.ts'
import { isStoreFull } from '../../../database/unavailable.ts'
import { decideInOrder, decideTogether, groupAlike, inOrderAsked, subjectsOf } from './decide-all.ts'
import {
  type Clock,
  type CountedLimit,
  keyOfCount,
  keyOfSubject,
  type LimitDecision,
  type SliceCount,
  type Standing,
  sliceAt,
  slicesPerWindow,
  type TakeAllFromLimits,
} from './decision.ts'

type Asked = readonly (readonly CountedLimit[])[]

/** The counts that a store without room could not take. They count beside those it has, until it takes them. */
type Unwritten = Map<string, SliceCount>

const addTo = (counts: Unwritten, added: readonly SliceCount[]): void => {
  for (const one of added) {
    counts.set(keyOfCount(one), { ...one, count: one.count + (counts.get(keyOfCount(one))?.count ?? 0) })
  }
}

/** All slices of the subjects that still count, with those that are not written. */
const readSlices = async (
  database: Database,
  asked: Asked,
  { now, unwritten }: { now: number; unwritten: Unwritten },
) => {
  const found = new Map<string, { slice: number; count: number }[]>()
  for (const one of subjectsOf(asked)) {
    const current = sliceAt(one.limit, now)
    // What is further ahead was counted by a clock that was wrong.
    const [first, last] = [current - slicesPerWindow, current + slicesPerWindow]
    const rows = await database
      .selectFrom('limit_counts')
      .select(['slice', 'count'])
      .where('name', '=', one.limit.name)
      .where('subject', '=', one.subject)
      .where('slice', '>=', first)
      .where('slice', '<=', last)
      .execute()
    const kept = [...unwritten.values()].filter(
      ({ name, subject, slice }) =>
        name === one.limit.name && subject === one.subject && slice >= first && slice <= last,
    )
    const counts = new Map<number, number>()
    for (const { slice, count } of [...rows, ...kept]) counts.set(slice, count + (counts.get(slice) ?? 0))
    const slices = [...counts].map(([slice, count]) => ({ slice, count }))
    found.set(
      keyOfSubject(one),
      slices.sort((before, after) => before.slice - after.slice),
    )
  }
  return found
}

const addRows = async (transaction: Database, counts: readonly SliceCount[]): Promise<void> => {
  await transaction
    .insertInto('limit_counts')
    .values(counts)
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'subject', 'slice'])
        .doUpdateSet({ count: sql<number>`limit_counts.count + excluded.count` }),
    )
    .execute()
}

const rowsPerStatement = 500

const addInOrder = async (transaction: Database, counts: readonly SliceCount[]): Promise<void> => {
  const orderOf = ({ name, subject }: SliceCount): string => `${name}/${subject}`
  const ordered = [...counts].sort((one, other) => {
    if (orderOf(one) === orderOf(other)) return one.slice - other.slice
    return orderOf(one) < orderOf(other) ? -1 : 1
  })
  for (let from = 0; from < ordered.length; from += rowsPerStatement) {
    await addRows(transaction, ordered.slice(from, from + rowsPerStatement))
  }
}

/** Adds what was counted elsewhere. In one order, so that two processes that do it at once cannot wait for each other. */
export const addCounts = (database: Database, counts: readonly SliceCount[]): Promise<void> =>
  database.transaction().execute((transaction) => addInOrder(transaction, counts))

/** SQLite: the transaction has taken all counts for itself when it began. */
const takeInTransaction = (database: Database, asked: Asked, readClock: Clock): Promise<LimitDecision[]> =>
  database.transaction().execute(async (transaction) => {
    const now = await readClock()
    const slices = await readSlices(transaction, asked, { now, unwritten: new Map() })
    const { decisions, taken } = decideInOrder(asked, slices, now)
    if (taken.length > 0) await addInOrder(transaction, taken)
    return decisions
  })

interface PostgresAnswer {
  readonly instant: number
  readonly used: readonly string[]
  readonly oldest: readonly string[]
  readonly frees: readonly (string | null)[]
  readonly admitted: readonly number[]
}

/** One call of the function that migration 0015 wrote, for all requests that wait. Numbers of `bigint[]` arrive as text. */
const takeInFunction = async (database: Database, asked: Asked, now: number | undefined): Promise<LimitDecision[]> => {
  const subjects = subjectsOf(asked)
  const groups = groupAlike(asked)
  const positionOf = new Map(subjects.map((one, index) => [keyOfSubject(one), index]))
  const members = groups.map(({ counted }) => counted.map((one) => positionOf.get(keyOfSubject(one)) ?? 0))
  const { rows } = await sql<PostgresAnswer>`select * from take_all_from_limits(
    ${subjects.map(({ limit }) => limit.name)}::text[], ${subjects.map(({ subject }) => subject)}::text[],
    ${subjects.map(({ limit }) => limit.requests)}::integer[],
    ${subjects.map(({ limit }) => limit.seconds)}::double precision[],
    ${members.flat().map((position) => position + 1)}::integer[], ${members.map(({ length }) => length)}::integer[],
    ${groups.map(({ positions }) => positions.length)}::integer[], ${now ?? null}::double precision)`.execute(database)
  const [row] = rows
  if (!row) throw new Error('PostgreSQL did not say where the limits stand.')
  const used = row.used.map(Number)
  const decisions = groups.map((group, index) => {
    const admitted = row.admitted[index] ?? 0
    const standings = (members[index] ?? []).map((position): Standing => {
      const frees = row.frees[position] ?? undefined
      return {
        used: used[position] ?? 0,
        oldest: Number(row.oldest[position]),
        frees: frees === undefined ? undefined : Number(frees),
      }
    })
    for (const position of members[index] ?? []) used[position] = (used[position] ?? 0) + admitted
    return decideTogether(group, { admitted, standings, at: row.instant })
  })
  return inOrderAsked(groups, decisions)
}

interface DatabaseLimitsOptions {
  /** @default the store’s clock */
  readonly clock?: Clock | undefined
  /** Told when the store has no room for counts any more, with why, and when it has room again. */
  readonly onFull?: (error: unknown) => void
  readonly onRoom?: () => void
}

const machineClock: Clock = async () => Date.now() / 1_000

/**
 * Limits that are counted in the database; by its clock, if not by another. One batch at a time: see `inBatches`. A store
 * that has no room, or may only be read, still knows what was counted: this process keeps the rest, so that reads go on.
 */
export const createDatabaseLimits = (
  database: Database,
  { clock, onFull = () => {}, onRoom = () => {} }: DatabaseLimitsOptions = {},
): TakeAllFromLimits => {
  const isPostgres = engineOf(database) === 'postgres'
  const unwritten: Unwritten = new Map()
  let isFull = false

  const takeInStore: TakeAllFromLimits = async (asked) => {
    if (unwritten.size > 0) {
      await addCounts(database, [...unwritten.values()])
      unwritten.clear()
    }
    return isPostgres
      ? takeInFunction(database, asked, await clock?.())
      : takeInTransaction(database, asked, clock ?? machineClock)
  }
  const takeInMemory = async (asked: Asked): Promise<LimitDecision[]> => {
    const now = await (clock ?? machineClock)()
    for (const [key, { expires_at }] of unwritten) if (expires_at <= now) unwritten.delete(key)
    const slices = await readSlices(database, asked, { now, unwritten })
    const { decisions, taken } = decideInOrder(asked, slices, now)
    addTo(unwritten, taken)
    return decisions
  }
  return async (asked) => {
    try {
      const decisions = await takeInStore(asked)
      if (isFull) onRoom()
      isFull = false
      return decisions
    } catch (error) {
      if (!isStoreFull(error)) throw error
      if (!isFull) onFull(error)
      isFull = true
      return takeInMemory(asked)
    }
  }
}

/** Removes the counts that no longer count. */
export const deleteOldCounts = async (database: Database, now = Date.now() / 1_000): Promise<void> => {
  await database.deleteFrom('limit_counts').where('expires_at', '<=', Math.floor(now)).execute()
}
