import type { ModelMessage } from 'ai'
import type { Transaction } from 'kysely'
import { updateOne } from '../../database/checked-writes.ts'
import type { Database } from '../../database/database.ts'
import type { JobRow, JobTurnRow, Tables } from '../../database/tables.ts'
import { announce } from './announce.ts'
import { appendEvents, type NewEvent } from './events.ts'
import type { Finish } from './finish.ts'
import { type Claim, writeAs } from './lease.ts'

/** A turn's key. */
type TurnKey = Pick<JobTurnRow, 'job_id' | 'number'>

/** Assigns waiting messages to a turn. */
export const assignMessages = (transaction: Transaction<Tables>, turn: TurnKey, numbers: readonly number[]) =>
  transaction
    .updateTable('job_messages')
    .set({ state: 'taken', turn: turn.number })
    .where('job_id', '=', turn.job_id)
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

/** What one model call and its tools added to a turn. */
export interface Step {
  readonly number: number
  readonly messages: readonly ModelMessage[]
  /** All files that the turn changed so far. */
  readonly files: ReadonlyMap<string, string | null>
  readonly finish: Finish | undefined
  readonly events: readonly NewEvent[]
}

/**
 * Stores a step: the conversation, the files and the events after it. Messages that came in the meantime, and don't wait
 * for a turn of their own, join the conversation; gives their texts.
 *
 * @throws LeaseLost
 */
export const saveStep = (database: Database, claim: Claim, step: Step): Promise<string[]> =>
  writeAs(database, claim, async (transaction) => {
    const { job_id, number: turn } = claim.turn
    const prompts = step.finish === undefined ? await takeSteering(transaction, claim.turn) : []
    const messages = [...step.messages, ...prompts.map((prompt): ModelMessage => ({ role: 'user', content: prompt }))]
    await transaction
      .insertInto('job_steps')
      .values({ job_id, turn, number: step.number, messages_json: JSON.stringify(messages) })
      .execute()
    await updateTurn(transaction, claim, {
      files_json: JSON.stringify(Object.fromEntries(step.files)),
      call_json: null,
      ...(step.finish && { finish_json: JSON.stringify(step.finish) }),
    })
    const events: NewEvent[] = prompts.length > 0 ? [{ type: 'read', data: { prompts } }] : []
    await appendEvents(transaction, { jobId: job_id, turn }, [...step.events, ...events])
    return prompts
  })

/** Takes the waiting messages up to the first one that needs a turn of its own, so that their order is kept. */
const takeSteering = async (transaction: Transaction<Tables>, turn: TurnKey): Promise<string[]> => {
  const waiting = await transaction
    .selectFrom('job_messages')
    .selectAll()
    .where('job_id', '=', turn.job_id)
    .where('state', '=', 'waiting')
    .orderBy('number')
    .execute()
  const end = waiting.findIndex(({ mode }) => mode !== 'steer')
  const messages = end < 0 ? waiting : waiting.slice(0, end)
  if (messages.length === 0) return []
  await assignMessages(
    transaction,
    turn,
    messages.map(({ number }) => number),
  )
  return messages.map(({ prompt }) => prompt)
}

/** How a turn ended. */
export type TurnEnd =
  | { readonly status: 'completed'; readonly summary: string }
  | { readonly status: 'failed'; readonly error: string }

/** Ends the running turn and releases the job, which stays active while messages wait. */
export const endTurn = async (
  transaction: Transaction<Tables>,
  { job, turn }: { readonly job: JobRow; readonly turn: TurnKey },
  end: TurnEnd,
): Promise<void> => {
  const now = new Date().toISOString()
  const error = end.status === 'failed' ? end.error : null
  await updateOne(
    transaction
      .updateTable('job_turns')
      .set({ status: end.status, error, call_json: null, finished_at: now })
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
  const columns = { status, queued_at: now, lease_owner: null, lease_until: null, lease_number: job.lease_number + 1 }
  await updateOne(transaction.updateTable('jobs').set(columns).where('id', '=', job.id))
  await appendEvents(transaction, { jobId: job.id, turn: turn.number }, [
    end.status === 'completed'
      ? { type: 'completed', data: { summary: end.summary, prLink: job.pull_request_url } }
      : { type: 'failed', data: { reason: end.error } },
  ])
  if (!waiting) await announce(transaction, { ...job, ...columns })
}
