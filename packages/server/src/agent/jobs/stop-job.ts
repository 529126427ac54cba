import type { AgentJob } from '@sidenote/contract'
import type { Transaction } from 'kysely'
import { updateOne } from '../../database/checked-writes.ts'
import type { Database } from '../../database/database.ts'
import type { JobRow, ProjectRow, Tables } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import { appendEvents } from './events.ts'
import { findJob, lockJob, noSuchJob } from './find-job.ts'
import { describeJob } from './job-record.ts'
import { announce } from './webhooks.ts'

/** Ends the running turn, if there is one, and takes the job from its worker, who learns it at its next write. */
export const stopTurn = async (
  transaction: Transaction<Tables>,
  job: JobRow,
  status: 'cancelled' | 'interrupted',
  error: string | null,
): Promise<void> => {
  await transaction
    .updateTable('job_turns')
    .set({ status, error, call_json: null, finished_at: new Date().toISOString() })
    .where('job_id', '=', job.id)
    .where('status', '=', 'running')
    .execute()
  const free = { lease_owner: null, lease_until: null, lease_number: job.lease_number + 1 }
  await updateOne(transaction.updateTable('jobs').set(free).where('id', '=', job.id))
}

const dropMessages = (transaction: Transaction<Tables>, id: string) =>
  transaction
    .updateTable('job_messages')
    .set({ state: 'dropped' })
    .where('job_id', '=', id)
    .where('state', '=', 'waiting')
    .execute()

const cancelled = 'Somebody cancelled the job.'

/** Stops an active job; its waiting messages are dropped. @throws AppError `not_found`, `conflict` */
export const cancelJob = async (database: Database, project: ProjectRow, id: string): Promise<AgentJob> => {
  await findJob(database, project, id)
  return database.transaction().execute(async (transaction) => {
    const job = await lockJob(transaction, id)
    if (!job) throw noSuchJob(id)
    if (job.status !== 'active') throw new AppError('conflict', `The job "${id}" is ${job.status}; nothing runs in it.`)
    await stopTurn(transaction, job, 'cancelled', cancelled)
    await dropMessages(transaction, id)
    await updateOne(transaction.updateTable('jobs').set({ status: 'failed' }).where('id', '=', id))
    await appendEvents(transaction, id, null, [{ type: 'cancelled', data: { reason: cancelled } }])
    const row: JobRow = { ...job, status: 'failed' }
    await announce(transaction, row)
    return describeJob(row)
  })
}

/** Archives a job, after stopping it when it runs. Archived again, it stays as it is. @throws AppError `not_found` */
export const archiveJob = async (database: Database, project: ProjectRow, id: string): Promise<AgentJob> => {
  await findJob(database, project, id)
  return database.transaction().execute(async (transaction) => {
    const job = await lockJob(transaction, id)
    if (!job) throw noSuchJob(id)
    if (job.status === 'archived') return describeJob(job)
    await stopTurn(transaction, job, 'cancelled', 'The job was archived.')
    await dropMessages(transaction, id)
    const row: JobRow = { ...job, status: 'archived', archived_at: new Date().toISOString() }
    const { status, archived_at } = row
    await updateOne(transaction.updateTable('jobs').set({ status, archived_at }).where('id', '=', id))
    await appendEvents(transaction, id, null, [{ type: 'archived', data: {} }])
    await announce(transaction, row)
    return describeJob(row)
  })
}
