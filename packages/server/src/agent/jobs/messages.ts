import type { MessageMode } from '@sidenote/contract'
import type { Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { appendEvents } from './events.ts'

/** An instruction or a follow-up. */
interface NewMessage {
  readonly prompt: string
  readonly mode: MessageMode
  /** Id of the HTTP request, for the log. */
  readonly requestId: string | undefined
}

/** Adds a message to a job, where it waits for a turn. Lock the job's row first. */
export const insertMessage = async (
  transaction: Transaction<Tables>,
  jobId: string,
  { prompt, mode, requestId }: NewMessage,
): Promise<void> => {
  const { last } = await transaction
    .selectFrom('job_messages')
    .select((select) => select.fn.max('number').as('last'))
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow()
  await transaction
    .insertInto('job_messages')
    .values({
      job_id: jobId,
      number: (last ?? 0) + 1,
      prompt,
      mode,
      state: 'waiting',
      turn: null,
      created_at: new Date().toISOString(),
      request_id: requestId ?? null,
    })
    .execute()
  await appendEvents(transaction, { jobId, turn: null }, [{ type: 'asked', data: { prompt, mode } }])
}
