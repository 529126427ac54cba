import { type AgentEvent, agentEventSchema } from '@sidenote/contract'
import type { Transaction } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'

type WithoutPlace<Event> = Event extends AgentEvent ? Omit<Event, 'number' | 'turn' | 'at'> : never

/** An event before it has its place in the job. */
export type NewEvent = WithoutPlace<AgentEvent>

/**
 * Adds events to a job. Call it with the job's row locked (`lockJob`): numbers then have no gaps, and nobody sees a later
 * event before an earlier one.
 */
export const appendEvents = async (
  transaction: Transaction<Tables>,
  jobId: string,
  turn: number | null,
  events: readonly NewEvent[],
): Promise<void> => {
  if (events.length === 0) return
  const { last } = await transaction
    .selectFrom('job_events')
    .select((select) => select.fn.max('number').as('last'))
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow()
  const at = new Date().toISOString()
  const rows = events.map(({ type, data }, index) => ({
    job_id: jobId,
    number: (last ?? 0) + index + 1,
    turn,
    type,
    data_json: JSON.stringify(data),
    at,
  }))
  await transaction.insertInto('job_events').values(rows).execute()
}

/** The events of a job after the one numbered `after`, in order, at most `limit`. */
export const readEvents = async (
  database: Database,
  jobId: string,
  after: number,
  limit: number,
): Promise<AgentEvent[]> => {
  const rows = await database
    .selectFrom('job_events')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute()
  return rows.map(({ number, turn, type, data_json, at }) =>
    agentEventSchema.parse({ number, turn, at, type, data: JSON.parse(data_json) }),
  )
}
