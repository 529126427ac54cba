import type { AgentJob } from '@sidenote/contract'
import type { Transaction } from 'kysely'
import { updateOne } from '../../database/checked-writes.ts'
import type { Database } from '../../database/database.ts'
import type { JobRow, ProjectRow, Tables } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import { announce } from './announce.ts'
import { appendEvents } from './events.ts'
import { findJob, lockJob, noSuchJob } from './find-job.ts'
import { describeJob } from './job-record.ts'

/** Ends the running turn, if any, and takes the job from its worker, who notices at its next write. */
export const stopTurn = async (
  transaction: Transaction<Tables>,
  job: JobRow,
  { status, error }: { status: 'cancelled' | 'interrupted'; error: string | null },
): Promise<void> => {
  await transaction
    .updateTable('job_turns')
    .set({ status, error, call_json: null, finished_at: new Date().toISOString() })
    .where('job_id', '=', job.id)
    .where('status', '=', 'running')
    .execute()
  const lease = { lease_owner: null, lease_until: null, lease_number: job.lease_number + 1 }
  await updateOne(transaction.updateTable('jobs').set(lease).where('id', '=', job.id))
}

const dropMessages = (transaction: Transaction<Tables>, id: string) =>
  transaction
    .updateTable('job_messages')
    .set({ state: 'dropped' })
    .where('job_id', '=', id)
    .where('state', '=', 'waiting')
    .execute()

const cancelReason = 'The job was cancelled.'

/** Stops an active job and drops its waiting messages. @throws AppError `not_found`, `conflict` */
export const cancelJob = async (database: Database, project: ProjectRow, id: string): Promise<AgentJob> => {
  await findJob(database, project, id)
  return database.transaction().execute(async (transaction) => {
    const job = await lockJob(transaction, id)
    if (!job) throw noSuchJob(id)
    if (job.status !== 'active') {
      throw new AppError('conflict', `The job "${id}" is ${job.status}, so there is nothing to cancel.`)
    }
    await stopTurn(transaction, job, { status: 'cancelled', error: cancelReason })
    await dropMessages(transaction, id)
    await updateOne(transaction.updateTable('jobs').set({ status: 'failed' }).where('id', '=', id))
    const place = { jobId: id, turn: null }
    await appendEvents(transaction, place, [{ type: 'cancelled', data: { reason: cancelReason } }])
    const row: JobRow = { ...job, status: 'failed' }
    await announce(transaction, row)
    return describeJob(row)
  })
}

/** Archives a job; stops it first when it runs. Archiving again changes nothing. @throws AppError `not_found` */
export const archiveJob = async (database: Database, project: ProjectRow, id: string): Promise<AgentJob> => {
  await findJob(database, project, id)
  return database.transaction().execute(async (transaction) => {
    const job = await lockJob(transaction, id)
    if (!job) throw noSuchJob(id)
    if (job.status === 'archived') return describeJob(job)
    await stopTurn(transaction, job, { status: 'cancelled', error: 'The job was archived.' })
    await dropMessages(transaction, id)
    const columns = { status: 'archived', archived_at: new Date().toISOString() } as const
    await updateOne(transaction.updateTable('jobs').set(columns).where('id', '=', id))
    await appendEvents(transaction, { jobId: id, turn: null }, [{ type: 'archived', data: {} }])
    const row: JobRow = { ...job, ...columns }
    await announce(transaction, row)
    return describeJob(row)
  })
}
