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
