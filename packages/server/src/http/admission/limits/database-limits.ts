import { type Database, engineOf } from '../../../database/database.ts'
import { isStoreFull } from '../../../database/unavailable.ts'
import { withoutDisk } from '../../../database/without-disk.ts'
import { addCounts, addCountsIn, addToUnsaved, readSlices, type UnsavedCounts } from './count-rows.ts'
import { decideInOrder } from './decide-batch.ts'
import type { Clock, CountedLimit, LimitDecision, TakeAllFromLimits } from './decision.ts'
import { takeFromPostgres } from './postgres-limits.ts'

type Batch = readonly (readonly CountedLimit[])[]

/** For SQLite: a transaction takes the write lock when it begins, so nobody else counts meanwhile. */
const takeFromSqlite = (database: Database, batch: Batch, readClock: Clock): Promise<LimitDecision[]> =>
  withoutDisk(database, (connection) =>
    connection.transaction().execute(async (transaction) => {
      const now = await readClock()
      const slices = await readSlices(transaction, batch, { now, unsaved: new Map() })
      const { decisions, counts } = decideInOrder(batch, slices, now)
      if (counts.length > 0) await addCountsIn(transaction, counts)
      return decisions
    }),
  )

interface DatabaseLimitsOptions {
  /** @default the store’s clock */
  readonly clock?: Clock | undefined
  /** Called with the reason when the store has no more room for counts. */
  readonly onFull?: (error: unknown) => void
  /** Called when the store has room again. */
  readonly onRoom?: () => void
}

const machineClock: Clock = async () => Date.now() / 1_000

/**
 * Creates limits that are counted in the database, by its clock unless another is given; one batch at a time, as `inBatches`
 * does. When the store is full or read-only, this process counts beside the store, so that reads still work.
 */
export const createDatabaseLimits = (
  database: Database,
  { clock, onFull = () => {}, onRoom = () => {} }: DatabaseLimitsOptions = {},
): TakeAllFromLimits => {
  const isPostgres = engineOf(database) === 'postgres'
  const unsaved: UnsavedCounts = new Map()
  let isFull = false

  const takeFromStore: TakeAllFromLimits = async (batch) => {
    if (unsaved.size > 0) {
      await addCounts(database, [...unsaved.values()])
      unsaved.clear()
    }
    return isPostgres
      ? takeFromPostgres(database, batch, await clock?.())
      : takeFromSqlite(database, batch, clock ?? machineClock)
  }
  const takeFromMemory = async (batch: Batch): Promise<LimitDecision[]> => {
    const now = await (clock ?? machineClock)()
    for (const [key, { expires_at }] of unsaved) if (expires_at <= now) unsaved.delete(key)
    const slices = await readSlices(database, batch, { now, unsaved })
    const { decisions, counts } = decideInOrder(batch, slices, now)
    addToUnsaved(unsaved, counts)
    return decisions
  }
  return async (batch) => {
    try {
      const decisions = await takeFromStore(batch)
      if (isFull) onRoom()
      isFull = false
      return decisions
    } catch (error) {
      if (!isStoreFull(error)) throw error
      if (!isFull) onFull(error)
      isFull = true
      return takeFromMemory(batch)
    }
  }
}
