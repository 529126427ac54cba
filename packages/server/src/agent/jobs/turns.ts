import type { ModelMessage } from 'ai'
import type { Transaction } from 'kysely'
import { updateOne } from '../../database/checked-writes.ts'
import type { Database } from '../../database/database.ts'
import type { JobRow, JobTurnRow, Tables } from '../../database/tables.ts'
import { appendEvents, type NewEvent } from './events.ts'
import { type Claim, writeAs } from './lease.ts'
import { announce } from './webhooks.ts'

/** Gives messages to a turn. */
export const markTaken = (transaction: Transaction<Tables>, jobId: string, turn: number, numbers: readonly number[]) =>
  transaction
    .updateTable('job_messages')
    .set({ state: 'taken', turn })
    .where('job_id', '=', jobId)
    .where('number', 'in', numbers)
    .execute()

/** Changes the running turn of a claimed job. */
export const updateTurn = (transaction: Transaction<Tables>, { turn }: Claim, values: Partial<JobTurnRow>) =>
  updateOne(
    transaction
      .updateTable('job_turns')
      .set(values)
      .where('job_id', '=', turn.job_id)
      .where('number', '=', turn.number),
  )

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
  await updateOne(
    transaction
      .updateTable('job_turns')
      .set({
        status: end.status,
        error: end.status === 'failed' ? end.error : null,
        call_json: null,
        finished_at: now,
      })
      .where('job_id', '=', job.id)
      .where('number', '=', turn.number),
  )
  const waiting = await transaction
    .selectFrom('job_messages')
    .select('number')
    .where('job_id', '=', job.id)
    .where('state', '=', 'waiting')
    .limit(1)
    .executeTakeFirst()
  const status: JobRow['status'] = waiting ? 'active' : end.status
  const released = { status, queued_at: now, lease_owner: null, lease_until: null, lease_number: job.lease_number + 1 }
  await updateOne(transaction.updateTable('jobs').set(released).where('id', '=', job.id))
  await appendEvents(transaction, job.id, turn.number, [
    end.status === 'completed'
      ? { type: 'completed', data: { summary: end.summary, prLink: job.pull_request_url } }
      : { type: 'failed', data: { reason: end.error } },
  ])
  if (!waiting) await announce(transaction, { ...job, ...released })
}
