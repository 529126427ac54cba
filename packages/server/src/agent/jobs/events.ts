import { type AgentEvent, agentEventSchema } from '@sidenote/contract'
import type { Transaction } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { JobTurnRow, Tables } from '../../database/tables.ts'

type WithoutPlace<Event> = Event extends AgentEvent ? Omit<Event, 'number' | 'turn' | 'at'> : never

/** An event that has no place in a job yet. */
export type NewEvent = WithoutPlace<AgentEvent>

/** Where events belong: to a turn of a job, or with null to the job itself. */
export interface EventPlace {
  readonly jobId: string
  readonly turn: number | null
}

/**
 * Adds events to a job. Lock the job's row first (`lockJob`): then numbers have no gaps, and nobody sees a later event
 * before an earlier one.
 */
export const appendEvents = async (
  transaction: Transaction<Tables>,
  { jobId, turn }: EventPlace,
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

/** Adds an event of a turn unless it is there: work that is repeated after a crash is reported once. */
export const appendEventOnce = async (
  transaction: Transaction<Tables>,
  turn: Pick<JobTurnRow, 'job_id' | 'number'>,
  event: NewEvent,
): Promise<void> => {
  const existing = await transaction
    .selectFrom('job_events')
    .select('number')
    .where('job_id', '=', turn.job_id)
    .where('turn', '=', turn.number)
    .where('type', '=', event.type)
    .where('data_json', '=', JSON.stringify(event.data))
    .executeTakeFirst()
  if (!existing) await appendEvents(transaction, { jobId: turn.job_id, turn: turn.number }, [event])
}

/** Reads the events of a job after the one numbered `after`, in order, at most `limit`. */
export const readEvents = async (
  database: Database,
  jobId: string,
  { after, limit }: { after: number; limit: number },
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
