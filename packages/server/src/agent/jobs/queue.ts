import { sql, type Transaction } from 'kysely'
import { updateOne } from '../../database/checked-writes.ts'
import { databaseNow } from '../../database/clock.ts'
import { type Database, engineOf } from '../../database/database.ts'
import type { JobRow, JobTurnRow, Tables } from '../../database/tables.ts'
import { appendEvents } from './events.ts'
import type { Claim } from './lease.ts'
import { endTurn, markTaken } from './turns.ts'

const maximumAttempts = 3

/**
 * Takes the job that has waited longest: one that nobody holds, or whose holder has not been heard of for the time of a
 * lease. Undefined when there is none. A turn that was lost three times is ended as failed.
 */
export const claimJob = async (
  database: Database,
  owner: string,
  leaseMilliseconds: number,
): Promise<Claim | undefined> => {
  for (;;) {
    // Most often there is nothing, and then nothing is locked.
    if (!(await waiting(database).select('id').executeTakeFirst())) return undefined
    const taken = await database.transaction().execute((transaction) => take(transaction, owner, leaseMilliseconds))
    if (taken !== 'again') return taken
  }
}

/** The job that has waited longest. */
const waiting = (database: Database) =>
  database
    .selectFrom('jobs')
    .where('status', '=', 'active')
    .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<', databaseNow(database))]))
    .orderBy('queued_at')
    .orderBy('id')
    .limit(1)

const take = async (
  transaction: Transaction<Tables>,
  owner: string,
  leaseMilliseconds: number,
): Promise<Claim | undefined | 'again'> => {
  const now = databaseNow(transaction)
  const found = await waiting(transaction)
    .selectAll()
    .$if(engineOf(transaction) === 'postgres', (select) => select.forUpdate().skipLocked())
    .executeTakeFirst()
  if (!found) return undefined
  const turn = await takeTurn(transaction, found)
  if (!turn) return 'again'
  const job = await transaction
    .updateTable('jobs')
    .set({
      lease_owner: owner,
      lease_until: sql<number>`${now} + ${leaseMilliseconds}`,
      lease_number: found.lease_number + 1,
    })
    .where('id', '=', found.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { job, turn }
}

/** The turn that was lost, or a new one for the message that waited longest. */
const takeTurn = async (transaction: Transaction<Tables>, job: JobRow): Promise<JobTurnRow | undefined> => {
  const broken = await transaction
    .selectFrom('job_turns')
    .selectAll()
    .where('job_id', '=', job.id)
    .where('status', '=', 'running')
    .executeTakeFirst()
  if (broken && broken.attempts >= maximumAttempts) {
    const error = `The work was broken off ${maximumAttempts} times, so it was given up.`
    await endTurn(transaction, job, broken, { status: 'failed', error })
    return undefined
  }
  if (broken) {
    return transaction
      .updateTable('job_turns')
      .set({ attempts: broken.attempts + 1 })
      .where('job_id', '=', job.id)
      .where('number', '=', broken.number)
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  return beginTurn(transaction, job)
}

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
  const turn: JobTurnRow = {
    job_id: job.id,
    number: (last ?? 0) + 1,
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
  }
  await transaction.insertInto('job_turns').values(turn).execute()
  await markTaken(transaction, job.id, turn.number, [message.number])
  await appendEvents(transaction, job.id, turn.number, [{ type: 'read', data: { prompts: [message.prompt] } }])
  return turn
}
