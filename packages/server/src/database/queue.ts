import type { Delivery } from '@sidenote/contract'
import { type RawBuilder, sql } from 'kysely'
import { databaseNow } from './clock.ts'
import type { Database } from './database.ts'
import type { QueuedRow } from './tables.ts'

/** Longer than one try may take. */
const claimMilliseconds = 60_000

const after = (database: Database, milliseconds: number): RawBuilder<number> =>
  sql<number>`${databaseNow(database)} + ${milliseconds}`

/** Values of a row that this process takes: nobody else tries it for a minute; after that somebody does, if this process dies. */
export const claim = (database: Database, { attempts }: Pick<QueuedRow, 'attempts'>) => ({
  attempts: attempts + 1,
  next_at: after(database, claimMilliseconds),
})

/**
 * Values of a row after a try.
 *
 * @param error why it failed; null when it was taken
 * @param pause milliseconds until the next try; undefined when there is none
 */
export const settle = (database: Database, error: string | null, pause: number | undefined) =>
  error === null || pause === undefined
    ? { next_at: null, error, finished_at: new Date().toISOString() }
    : { next_at: after(database, pause), error }

/** Values of a row that is sent once more, with as many tries as a new one. */
export const anew = { next_at: 0, attempts: 0, error: null, finished_at: null }

/** How far a row is. */
export const describeQueued = ({
  attempts,
  error,
  created_at,
  finished_at,
}: QueuedRow): Pick<Delivery, 'state' | 'attempts' | 'error' | 'createdAt' | 'finishedAt'> => {
  const ended = error === null ? 'delivered' : 'failed'
  return {
    state: finished_at === null ? 'waiting' : ended,
    attempts,
    error,
    createdAt: created_at,
    finishedAt: finished_at,
  }
}
