import { sql, type Transaction } from 'kysely'
import { updateOne } from '../../database/checked-writes.ts'
import { databaseNow } from '../../database/clock.ts'
import type { Database } from '../../database/database.ts'
import type { JobRow, JobTurnRow, Tables } from '../../database/tables.ts'
import { appendEvents, type NewEvent } from './events.ts'
import { lockJob } from './find-job.ts'

/** A turn that a worker has taken, and the right to write about it. */
export interface Claim {
  readonly job: JobRow
  readonly turn: JobTurnRow
}

/** The job is no longer this worker's: another one has it, or somebody cancelled, interrupted or archived it. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'

  constructor(jobId: string) {
    super(`This worker no longer holds the job ${jobId}.`)
  }
}

/** Extends the lease. False when the job is no longer this worker's. */
export const renewLease = async (database: Database, { job }: Claim, leaseMilliseconds: number): Promise<boolean> => {
  const { numUpdatedRows } = await database
    .updateTable('jobs')
    .set({ lease_until: sql<number>`${databaseNow(database)} + ${leaseMilliseconds}` })
    .where('id', '=', job.id)
    .where('lease_number', '=', job.lease_number)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Call this right before an act that cannot be undone. @throws LeaseLost when the job is no longer this worker's. */
export const requireLease = async (database: Database, { job }: Claim): Promise<void> => {
  const row = await database
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', job.id)
    .where('lease_number', '=', job.lease_number)
    .executeTakeFirst()
  if (!row) throw new LeaseLost(job.id)
}

/** Writes about a claimed job, all or nothing. @throws LeaseLost when it is no longer this worker's. */
export const writeAs = async <Result>(
  database: Database,
  { job }: Claim,
  work: (transaction: Transaction<Tables>, current: JobRow) => Promise<Result>,
): Promise<Result> =>
  database.transaction().execute(async (transaction) => {
    const current = await lockJob(transaction, job.id)
    if (current?.lease_number !== job.lease_number) throw new LeaseLost(job.id)
    return work(transaction, current)
  })

interface Release {
  readonly afterMilliseconds?: number
  /** Whether the attempt counts: it doesn't when the worker was told to stop. */
  readonly counted: boolean
  /** Say why. */
  readonly events?: readonly NewEvent[]
}

/** Releases a job whose turn is not done, for another worker or another time. @throws LeaseLost */
export const releaseJob = (
  database: Database,
  claim: Claim,
  { afterMilliseconds = 0, counted, events = [] }: Release,
): Promise<void> =>
  writeAs(database, claim, async (transaction, job) => {
    await appendEvents(transaction, { jobId: job.id, turn: claim.turn.number }, events)
    const until = afterMilliseconds > 0 ? sql<number>`${databaseNow(transaction)} + ${afterMilliseconds}` : null
    const lease = { lease_owner: null, lease_until: until, lease_number: job.lease_number + 1 }
    await updateOne(transaction.updateTable('jobs').set(lease).where('id', '=', job.id))
    if (counted) return
    await updateOne(
      transaction
        .updateTable('job_turns')
        .set({ attempts: claim.turn.attempts - 1 })
        .where('job_id', '=', job.id)
        .where('number', '=', claim.turn.number),
    )
  })
