import { sql, type Transaction } from 'kysely'
import { updateOne } from '../../database/checked-writes.ts'
import { databaseNow } from '../../database/clock.ts'
import { type Database, engineOf } from '../../database/database.ts'
import type { JobRow, JobTurnRow, Tables } from '../../database/tables.ts'
import { appendEvents } from './events.ts'
import type { Claim } from './lease.ts'
import { assignMessages, endTurn } from './turns.ts'

const maximumAttempts = 3

/** A worker that looks for a job. */
interface Claimant {
  readonly owner: string
  readonly leaseMilliseconds: number
}

/**
 * Claims the job that has waited longest: one that nobody holds, or whose worker has been silent for the time of a lease.
 * Undefined when there is none. A turn that was lost three times ends as failed.
 */
export const claimJob = async (database: Database, claimant: Claimant): Promise<Claim | undefined> => {
  for (;;) {
    // Usually there is none, and then nothing is locked.
    if (!(await longestWaiting(database).select('id').executeTakeFirst())) return undefined
    const claim = await database.transaction().execute((transaction) => take(transaction, claimant))
    if (claim !== 'again') return claim
  }
}

const longestWaiting = (database: Database) =>
  database
    .selectFrom('jobs')
    .where('status', '=', 'active')
    .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<', databaseNow(database))]))
    .orderBy('queued_at')
    .orderBy('id')
    .limit(1)

const take = async (
  transaction: Transaction<Tables>,
  { owner, leaseMilliseconds }: Claimant,
): Promise<Claim | undefined | 'again'> => {
  const now = databaseNow(transaction)
  const row = await longestWaiting(transaction)
    .selectAll()
    .$if(engineOf(transaction) === 'postgres', (select) => select.forUpdate().skipLocked())
    .executeTakeFirst()
  if (!row) return undefined
  const turn = await takeTurn(transaction, row)
  if (!turn) return 'again'
  const job = await transaction
    .updateTable('jobs')
    .set({
      lease_owner: owner,
      lease_until: sql<number>`${now} + ${leaseMilliseconds}`,
      lease_number: row.lease_number + 1,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { job, turn }
}

/** Takes the turn that was lost, or begins one for the message that has waited longest. */
const takeTurn = async (transaction: Transaction<Tables>, job: JobRow): Promise<JobTurnRow | undefined> => {
  const lostTurn = await transaction
    .selectFrom('job_turns')
    .selectAll()
    .where('job_id', '=', job.id)
    .where('status', '=', 'running')
    .executeTakeFirst()
  if (!lostTurn) return beginTurn(transaction, job)
  if (lostTurn.attempts >= maximumAttempts) {
    const error = `The work was interrupted ${maximumAttempts} times, so it was given up.`
    await endTurn(transaction, { job, turn: lostTurn }, { status: 'failed', error })
    return undefined
  }
  return transaction
    .updateTable('job_turns')
    .set({ attempts: lostTurn.attempts + 1 })
    .where('job_id', '=', job.id)
    .where('number', '=', lostTurn.number)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Undefined when no message waits: then there is nothing to do in the job. */
const beginTurn = async (transaction: Transaction<Tables>, job: JobRow): Promise<JobTurnRow | undefined> => {
  const message = await transaction
    .selectFrom('job_messages')
    .selectAll()
    .where('job_id', '=', job.id)
    .where('state', '=', 'waiting')
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  if (!message) {
    await updateOne(transaction.updateTable('jobs').set({ status: 'completed' }).where('id', '=', job.id))
    return undefined
  }
  const { last } = await transaction
    .selectFrom('job_turns')
    .select((select) => select.fn.max('number').as('last'))
    .where('job_id', '=', job.id)
    .executeTakeFirstOrThrow()
  const turn = newTurn(job.id, (last ?? 0) + 1)
  await transaction.insertInto('job_turns').values(turn).execute()
  await assignMessages(transaction, turn, [message.number])
  const place = { jobId: job.id, turn: turn.number }
  await appendEvents(transaction, place, [{ type: 'read', data: { prompts: [message.prompt] } }])
  return turn
}

const newTurn = (jobId: string, number: number): JobTurnRow => ({
  job_id: jobId,
  number,
  status: 'running',
  attempts: 1,
  start_commit: null,
  files_json: '{}',
  call_json: null,
  finish_json: null,
  commit_id: null,
  error: null,
  model_calls: 0,
  input_tokens: 0,
  output_tokens: 0,
  cost: null,
  started_at: new Date().toISOString(),
  finished_at: null,
})
