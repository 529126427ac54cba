import type { ModelMessage } from 'ai'
import { sql, type Transaction } from 'kysely'
import { type Database, engineOf } from '../database/database.ts'
import type { JobRow, JobTurnRow, Tables } from '../database/tables.ts'
import { databaseNow } from './database-clock.ts'
import { appendEvents, type NewEvent } from './events.ts'
import { lockJob } from './jobs.ts'
import { announce } from './webhooks.ts'

/** A turn that a worker has taken, and the right to write about it. */
export interface Claim {
  readonly job: JobRow
  readonly turn: JobTurnRow
}

/** The job is no longer this worker's: another one has it, or somebody cancelled, interrupted or archived it. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

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
    const taken = await database.transaction().execute((transaction) => take(transaction, owner, leaseMilliseconds))
    if (taken !== 'again') return taken
  }
}

const take = async (
  transaction: Transaction<Tables>,
  owner: string,
  leaseMilliseconds: number,
): Promise<Claim | undefined | 'again'> => {
  const now = databaseNow(transaction)
  const found = await transaction
    .selectFrom('jobs')
    .selectAll()
    .where('status', '=', 'active')
    .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<', now)]))
    .orderBy('queued_at')
    .orderBy('id')
    .limit(1)
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
    await transaction.updateTable('jobs').set({ status: 'completed' }).where('id', '=', job.id).execute()
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

const markTaken = (transaction: Transaction<Tables>, jobId: string, turn: number, numbers: readonly number[]) =>
  transaction
    .updateTable('job_messages')
    .set({ state: 'taken', turn })
    .where('job_id', '=', jobId)
    .where('number', 'in', numbers)
    .execute()

/** Keeps the job for another while. False when it is no longer this worker's. */
export const renewLease = async (database: Database, { job }: Claim, leaseMilliseconds: number): Promise<boolean> => {
  const { numUpdatedRows } = await database
    .updateTable('jobs')
    .set({ lease_until: sql<number>`${databaseNow(database)} + ${leaseMilliseconds}` })
    .where('id', '=', job.id)
    .where('lease_number', '=', job.lease_number)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

const lost = (id: string): LeaseLost => new LeaseLost(`The job ${id} is no longer this worker’s.`)

/** For what cannot be undone, right before it is done. @throws LeaseLost when the job is no longer this worker's. */
export const requireLease = async (database: Database, { job }: Claim): Promise<void> => {
  const held = await database
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', job.id)
    .where('lease_number', '=', job.lease_number)
    .executeTakeFirst()
  if (!held) throw lost(job.id)
}

/** Writes about a claimed job, all or nothing. @throws LeaseLost when it is no longer this worker's. */
export const writeAs = async <Result>(
  database: Database,
  { job }: Claim,
  work: (transaction: Transaction<Tables>, current: JobRow) => Promise<Result>,
): Promise<Result> =>
  database.transaction().execute(async (transaction) => {
    const current = await lockJob(transaction, job.id)
    if (current?.lease_number !== job.lease_number) throw lost(job.id)
    return work(transaction, current)
  })

/** Changes the running turn of a claimed job. */
export const updateTurn = (transaction: Transaction<Tables>, { turn }: Claim, values: Partial<JobTurnRow>) =>
  transaction
    .updateTable('job_turns')
    .set(values)
    .where('job_id', '=', turn.job_id)
    .where('number', '=', turn.number)
    .execute()

/** What one model call and its tools added. */
export interface Step {
  readonly number: number
  readonly messages: readonly ModelMessage[]
  readonly files: ReadonlyMap<string, string | null>
  readonly finish: unknown
  readonly events: readonly NewEvent[]
}

/**
 * Stores a step: the conversation, the files and the events as they are after it. Messages that came in the meantime and
 * wait for no turn of their own are taken into the conversation; their texts are returned.
 *
 * @throws LeaseLost
 */
export const saveStep = (database: Database, claim: Claim, step: Step): Promise<string[]> =>
  writeAs(database, claim, async (transaction) => {
    const { job_id, number: turn } = claim.turn
    const prompts = step.finish === undefined ? await takeSteering(transaction, job_id, turn) : []
    const asked = prompts.map((prompt): ModelMessage => ({ role: 'user', content: prompt }))
    await transaction
      .insertInto('job_steps')
      .values({ job_id, turn, number: step.number, messages_json: JSON.stringify([...step.messages, ...asked]) })
      .execute()
    await updateTurn(transaction, claim, {
      files_json: JSON.stringify(Object.fromEntries(step.files)),
      call_json: null,
      ...(step.finish !== undefined && { finish_json: JSON.stringify(step.finish) }),
    })
    await appendEvents(transaction, job_id, turn, step.events)
    if (prompts.length > 0) await appendEvents(transaction, job_id, turn, [{ type: 'read', data: { prompts } }])
    return prompts
  })

/** Takes the waiting messages up to the first one that wants a turn of its own, so that their order is kept. */
const takeSteering = async (transaction: Transaction<Tables>, jobId: string, turn: number): Promise<string[]> => {
  const waiting = await transaction
    .selectFrom('job_messages')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('state', '=', 'waiting')
    .orderBy('number')
    .execute()
  const first = waiting.findIndex(({ mode }) => mode !== 'steer')
  const taken = first < 0 ? waiting : waiting.slice(0, first)
  if (taken.length === 0) return []
  await markTaken(
    transaction,
    jobId,
    turn,
    taken.map(({ number }) => number),
  )
  return taken.map(({ prompt }) => prompt)
}

/** How a turn ended. */
export type TurnEnd =
  | { readonly status: 'completed'; readonly summary: string }
  | { readonly status: 'failed'; readonly error: string }

/** Ends the running turn and lets go of the job, which stays active while messages wait. */
export const endTurn = async (
  transaction: Transaction<Tables>,
  job: JobRow,
  turn: Pick<JobTurnRow, 'job_id' | 'number'>,
  end: TurnEnd,
): Promise<void> => {
  const now = new Date().toISOString()
  await transaction
    .updateTable('job_turns')
    .set({
      status: end.status,
      error: end.status === 'failed' ? end.error : null,
      call_json: null,
      finished_at: now,
    })
    .where('job_id', '=', job.id)
    .where('number', '=', turn.number)
    .execute()
  const waiting = await transaction
    .selectFrom('job_messages')
    .select('number')
    .where('job_id', '=', job.id)
    .where('state', '=', 'waiting')
    .limit(1)
    .executeTakeFirst()
  const status: JobRow['status'] = waiting ? 'active' : end.status
  const released = { status, queued_at: now, lease_owner: null, lease_until: null, lease_number: job.lease_number + 1 }
  await transaction.updateTable('jobs').set(released).where('id', '=', job.id).execute()
  await appendEvents(transaction, job.id, turn.number, [
    end.status === 'completed'
      ? { type: 'completed', data: { summary: end.summary, prLink: job.pull_request_url } }
      : { type: 'failed', data: { reason: end.error } },
  ])
  if (!waiting) await announce(transaction, { ...job, ...released })
}

/**
 * Lets go of a job whose turn is not done, for another worker or another time. With `counted: false` the attempt does not
 * count: the worker was told to stop.
 */
export const releaseJob = (
  database: Database,
  claim: Claim,
  { afterMilliseconds = 0, counted }: { afterMilliseconds?: number; counted: boolean },
): Promise<void> =>
  writeAs(database, claim, async (transaction, job) => {
    const until = afterMilliseconds > 0 ? sql<number>`${databaseNow(transaction)} + ${afterMilliseconds}` : null
    await transaction
      .updateTable('jobs')
      .set({ lease_owner: null, lease_until: until, lease_number: job.lease_number + 1 })
      .where('id', '=', job.id)
      .execute()
    if (!counted) await updateTurn(transaction, claim, { attempts: claim.turn.attempts - 1 })
  })
