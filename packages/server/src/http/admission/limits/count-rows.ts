import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { SlicesBySubject } from './decide-batch.ts'
import { subjectsOf } from './decide-batch.ts'
import { type CountedLimit, keyOfCount, keyOfSubject, type SliceCount, sliceAt, slicesPerWindow } from './decision.ts'

/** Counts that are not in the database, because it has no room. They count beside its own until it takes them. */
export type UnsavedCounts = Map<string, SliceCount>

/** Adds counts to those that are not in the database. */
export const addToUnsaved = (counts: UnsavedCounts, added: readonly SliceCount[]): void => {
  for (const one of added) {
    counts.set(keyOfCount(one), { ...one, count: one.count + (counts.get(keyOfCount(one))?.count ?? 0) })
  }
}

const readSubject = async (
  database: Database,
  { limit, subject }: CountedLimit,
  { now, unsaved }: { now: number; unsaved: UnsavedCounts },
) => {
  const current = sliceAt(limit, now)
  // A slice further ahead was counted while a clock was wrong.
  const [first, last] = [current - slicesPerWindow, current + slicesPerWindow]
  const rows = await database
    .selectFrom('limit_counts')
    .select(['slice', 'count'])
    .where('name', '=', limit.name)
    .where('subject', '=', subject)
    .where('slice', '>=', first)
    .where('slice', '<=', last)
    .execute()
  const others = [...unsaved.values()].filter(
    (count) => count.name === limit.name && count.subject === subject && count.slice >= first && count.slice <= last,
  )
  const counts = new Map<number, number>()
  for (const { slice, count } of [...rows, ...others]) counts.set(slice, count + (counts.get(slice) ?? 0))
  return [...counts].map(([slice, count]) => ({ slice, count })).sort((one, other) => one.slice - other.slice)
}

/** The slices of these requests’ subjects that still count, with those that are not in the database. */
export const readSlices = async (
  database: Database,
  requests: readonly (readonly CountedLimit[])[],
  at: { readonly now: number; readonly unsaved: UnsavedCounts },
): Promise<SlicesBySubject> => {
  const slices = new Map<string, { slice: number; count: number }[]>()
  for (const subject of subjectsOf(requests))
    slices.set(keyOfSubject(subject), await readSubject(database, subject, at))
  return slices
}

const insertCounts = async (transaction: Database, counts: readonly SliceCount[]): Promise<void> => {
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

const compareCounts = (one: SliceCount, other: SliceCount): number => {
  const [subject, otherSubject] = [`${one.name}/${one.subject}`, `${other.name}/${other.subject}`]
  if (subject === otherSubject) return one.slice - other.slice
  return subject < otherSubject ? -1 : 1
}

/** Adds counts within a transaction. In one order for all processes, so that two can’t wait for each other. */
export const addCountsIn = async (transaction: Database, counts: readonly SliceCount[]): Promise<void> => {
  const ordered = [...counts].sort(compareCounts)
  for (let from = 0; from < ordered.length; from += rowsPerStatement) {
    await insertCounts(transaction, ordered.slice(from, from + rowsPerStatement))
  }
}

/** Adds what was counted elsewhere. */
export const addCounts = (database: Database, counts: readonly SliceCount[]): Promise<void> =>
  database.transaction().execute((transaction) => addCountsIn(transaction, counts))

/** Deletes the counts that no longer count. */
export const deleteOldCounts = async (database: Database, now = Date.now() / 1_000): Promise<void> => {
  await database.deleteFrom('limit_counts').where('expires_at', '<=', Math.floor(now)).execute()
}
