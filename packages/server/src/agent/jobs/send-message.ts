import { type AgentJob, type AgentMessageRequest, agentJobSchema } from '@sidenote/contract'
import { updateOne } from '../../database/checked-writes.ts'
import type { Database } from '../../database/database.ts'
import type { ProjectRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import { openAgentModels } from '../projects/agent-models.ts'
import type { JobDependencies } from './create-job.ts'
import { findJob, lockJob, noSuchJob } from './find-job.ts'
import { doOnce, isRepeated, type RepeatableRequest } from './idempotency.ts'
import { describeJob } from './job-record.ts'
import { insertMessage } from './messages.ts'
import { stopTurn } from './stop-job.ts'

/** A follow-up for a job. */
export interface MessageRequest {
  readonly project: ProjectRow
  readonly jobId: string
  readonly body: AgentMessageRequest
  /** The `Idempotency-Key` header. */
  readonly idempotencyKey?: string | undefined
  /** Id of the HTTP request, for the log. */
  readonly requestId?: string
}

const repeatable = ({ project, jobId, body, idempotencyKey }: MessageRequest): RepeatableRequest => ({
  scope: `message ${project.id} ${jobId}`,
  key: idempotencyKey,
  body,
})

const archived = (id: string): AppError =>
  new AppError('conflict', `The job "${id}" is archived and takes no messages.`)

/**
 * Checks a follow-up before it is counted, and changes nothing.
 *
 * @throws AppError as `sendMessage`; `conflict` also when no model is configured
 */
export const checkMessage = async ({ database, models }: JobDependencies, request: MessageRequest): Promise<void> => {
  const { project, jobId } = request
  const { status } = await findJob(database, project, jobId)
  await openAgentModels(models, project)
  // A repeated request gets the answer of the first one, whatever became of the job.
  if (await isRepeated(database, repeatable(request))) return
  if (status === 'archived') throw archived(jobId)
}

/**
 * Sends a follow-up. A completed or failed job becomes active again.
 *
 * @throws AppError `not_found`; `conflict` when the job is archived, or the idempotency key belongs to another request
 */
export const sendMessage = (database: Database, request: MessageRequest): Promise<AgentJob> =>
  doOnce(database, repeatable(request), {
    work: async (transaction) => {
      const { project, jobId, body, requestId } = request
      const job = await lockJob(transaction, jobId)
      if (job?.project_id !== project.id) throw noSuchJob(jobId)
      if (job.status === 'archived') throw archived(jobId)
      const mode = body.mode ?? 'steer'
      await insertMessage(transaction, jobId, { prompt: body.prompt, mode, requestId })
      if (mode === 'interrupt') await stopTurn(transaction, job, { status: 'interrupted', error: null })
      if (job.status === 'active') return describeJob(job)
      const columns = { status: 'active', queued_at: new Date().toISOString() } as const
      await updateOne(transaction.updateTable('jobs').set(columns).where('id', '=', jobId))
      return describeJob({ ...job, ...columns })
    },
    parse: (answer) => agentJobSchema.parse(answer),
  })
