import { randomBytes } from 'node:crypto'
import {
  type AgentJob,
  type AgentJobRequest,
  type AgentJobs,
  type AgentJobsQuery,
  type AgentMessageRequest,
  agentJobSchema,
} from '@sidenote/contract'
import type { Transaction } from 'kysely'
import { type Database, engineOf } from '../database/database.ts'
import type { JobRow, ProjectRow, Tables } from '../database/tables.ts'
import { AppError } from '../errors.ts'
import type { AgentModels } from './agent-models.ts'
import { isBranchName } from './branch-name.ts'
import { appendEvents } from './events.ts'
import { doOnce } from './idempotency.ts'
import { describeJob } from './job-record.ts'
import { announce } from './webhooks.ts'

export interface JobDependencies {
  readonly database: Database
  readonly models: AgentModels
}

const defaultListed = 20

/** Nine digits of time, so that later jobs have greater ids, and 64 random bits. */
const newJobId = (): string => `job_${Date.now().toString(36).padStart(9, '0')}${randomBytes(8).toString('hex')}`

const noModel = (): AppError =>
  new AppError(
    'conflict',
    'No language model is configured that the agent can work with. Start the server with SIDENOTE_MODEL=provider:model, or name a model in the project.',
  )

/**
 * Creates a job: it waits for a worker from now on.
 *
 * @param questions ids of readers' questions that it is to answer
 * @throws AppError `conflict` when no model is configured; `invalid_request` when `ref` is no branch name.
 */
export const createJob = async (
  { database, models }: JobDependencies,
  project: ProjectRow,
  request: AgentJobRequest,
  options: { idempotencyKey?: string | undefined; questions?: readonly string[] } = {},
): Promise<AgentJob> => {
  const ref = request.ref ?? project.ref
  if (!isBranchName(ref)) throw new AppError('invalid_request', `"${ref}" is not the name of a branch.`)
  const opened = await models.open(project.model)
  if (!opened) throw noModel()
  const repeatable = { scope: `create ${project.id}`, key: options.idempotencyKey, body: request }
  return doOnce(
    database,
    repeatable,
    async (transaction) => {
      const row = await insertJob(transaction, project, { ref, model: opened[0].name, draft: request.draft === true })
      await insertMessage(transaction, row.id, request.prompt, 'steer')
      const questions = (options.questions ?? []).map((turn_id) => ({ turn_id, job_id: row.id }))
      if (questions.length > 0) await transaction.insertInto('job_questions').values(questions).execute()
      return describeJob(row)
    },
    (stored) => agentJobSchema.parse(stored),
  )
}

const insertJob = async (
  transaction: Transaction<Tables>,
  project: ProjectRow,
  { ref, model, draft }: { ref: string; model: string; draft: boolean },
): Promise<JobRow> => {
  const id = newJobId()
  const now = new Date().toISOString()
  const row: JobRow = {
    id,
    project_id: project.id,
    status: 'active',
    repository: project.repository,
    ref,
    model,
    draft: Number(draft),
    branch: `sidenote/${id}`,
    base_commit: null,
    pull_request_url: null,
    pull_request_number: null,
    created_at: now,
    archived_at: null,
    queued_at: now,
    lease_owner: null,
    lease_until: null,
    lease_number: 0,
  }
  await transaction.insertInto('jobs').values(row).execute()
  return row
}

const insertMessage = async (
  transaction: Transaction<Tables>,
  jobId: string,
  prompt: string,
  mode: NonNullable<AgentMessageRequest['mode']>,
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
    })
    .execute()
  await appendEvents(transaction, jobId, null, [{ type: 'asked', data: { prompt, mode } }])
}

const noSuchJob = (id: string): AppError => new AppError('not_found', `There is no job "${id}" in this project.`)

/** @throws AppError `not_found` */
export const findJob = async (database: Database, project: ProjectRow, id: string): Promise<JobRow> => {
  const row = await database
    .selectFrom('jobs')
    .selectAll()
    .where('project_id', '=', project.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw noSuchJob(id)
  return row
}

/** The jobs of a project, newest first. `cursor` is the id of the last one seen. */
export const listJobs = async (database: Database, project: ProjectRow, query: AgentJobsQuery): Promise<AgentJobs> => {
  const limit = query.limit ?? defaultListed
  let select = database.selectFrom('jobs').selectAll().where('project_id', '=', project.id)
  if (query.status) select = select.where('status', '=', query.status)
  if (query.cursor) select = select.where('id', '<', query.cursor)
  const rows = await select
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  return { jobs: page.map(describeJob), nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
}

/** Holds the job's row until the transaction ends. Everybody who changes a job begins with this. */
export const lockJob = (transaction: Transaction<Tables>, id: string): Promise<JobRow | undefined> =>
  transaction
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', id)
    .$if(engineOf(transaction) === 'postgres', (select) => select.forUpdate())
    .executeTakeFirst()

/**
 * Sends a follow-up. A completed or failed job becomes active again.
 *
 * @throws AppError `not_found`; `conflict` when the job is archived or no model is configured.
 */
export const sendMessage = async (
  { database, models }: JobDependencies,
  project: ProjectRow,
  id: string,
  request: AgentMessageRequest,
  options: { idempotencyKey?: string | undefined } = {},
): Promise<AgentJob> => {
  await findJob(database, project, id)
  if (!(await models.open(project.model))) throw noModel()
  const mode = request.mode ?? 'steer'
  return doOnce(
    database,
    { scope: `message ${id}`, key: options.idempotencyKey, body: request },
    async (transaction) => {
      const job = await lockJob(transaction, id)
      if (!job) throw noSuchJob(id)
      if (job.status === 'archived')
        throw new AppError('conflict', `The job "${id}" is archived and takes no messages.`)
      await insertMessage(transaction, id, request.prompt, mode)
      if (mode === 'interrupt') await stopTurn(transaction, job, 'interrupted', null)
      const idle = job.status !== 'active' && { status: 'active' as const, queued_at: new Date().toISOString() }
      if (idle) await transaction.updateTable('jobs').set(idle).where('id', '=', id).execute()
      return describeJob({ ...job, ...idle })
    },
    (stored) => agentJobSchema.parse(stored),
  )
}

/** Ends the running turn, if there is one, and takes the job from its worker, who learns it at its next write. */
const stopTurn = async (
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
  await transaction
    .updateTable('jobs')
    .set({ lease_owner: null, lease_until: null, lease_number: job.lease_number + 1 })
    .where('id', '=', job.id)
    .execute()
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
    await transaction.updateTable('jobs').set({ status: 'failed' }).where('id', '=', id).execute()
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
    await transaction.updateTable('jobs').set({ status, archived_at }).where('id', '=', id).execute()
    await appendEvents(transaction, id, null, [{ type: 'archived', data: {} }])
    await announce(transaction, row)
    return describeJob(row)
  })
}
