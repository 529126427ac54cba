import { type AgentJob, type AgentJobRequest, type AgentMessageRequest, agentJobSchema } from '@sidenote/contract'
import type { Transaction } from 'kysely'
import { updateOne } from '../../database/checked-writes.ts'
import { type Database, engineOf } from '../../database/database.ts'
import type { JobRow, ProjectRow, Tables } from '../../database/tables.ts'
import { AppError, invalidValue } from '../../errors.ts'
import { isBranchName } from '../../git/branch-name.ts'
import type { AgentModels } from '../projects/agent-models.ts'
import { appendEvents } from './events.ts'
import { findJob, lockJob, newJobId, noSuchJob } from './find-job.ts'
import { doOnce, isRepeated, type RepeatableRequest } from './idempotency.ts'
import { describeJob } from './job-record.ts'
import { stopTurn } from './stop-job.ts'

export interface JobDependencies {
  readonly database: Database
  readonly models: AgentModels
}

interface JobOptions {
  readonly idempotencyKey?: string | undefined
  /** Of the request that asks for it, for the log. */
  readonly requestId?: string
}

const noModel = (): AppError =>
  new AppError(
    'conflict',
    'No language model is configured that the agent can work with. Start the server with SIDENOTE_MODEL=provider:model, or name a model in the project.',
  )

const creation = (project: ProjectRow, body: AgentJobRequest, { idempotencyKey }: JobOptions): RepeatableRequest => ({
  ...{ scope: `create ${project.id}`, key: idempotencyKey, body },
})

const sending = (
  project: ProjectRow,
  id: string,
  body: AgentMessageRequest,
  { idempotencyKey }: JobOptions,
): RepeatableRequest => ({
  ...{ scope: `message ${project.id} ${id}`, key: idempotencyKey, body },
})

/** What a new job starts from and works with. @throws AppError as `createJob` */
const prepareJob = async (
  { models }: JobDependencies,
  project: ProjectRow,
  request: AgentJobRequest,
): Promise<{ ref: string; model: string }> => {
  const ref = request.ref ?? project.ref
  if (!isBranchName(ref)) throw invalidValue('ref', `"${ref}" is not the name of a branch.`)
  const opened = await models.open(project.model)
  if (!opened) throw noModel()
  return { ref, model: opened[0].name }
}

/** Refuses what `createJob` would refuse, and does nothing. @throws AppError as `createJob` */
export const checkCreation = async (
  dependencies: JobDependencies,
  project: ProjectRow,
  request: AgentJobRequest,
  options: JobOptions = {},
): Promise<void> => {
  await prepareJob(dependencies, project, request)
  await isRepeated(dependencies.database, creation(project, request, options))
}

/**
 * Creates a job: it waits for a worker from now on.
 *
 * @param questions ids of readers' questions that it is to answer
 * @throws AppError `conflict` when no model is configured, the idempotency key is that of another request, or a job is
 *   about one of the questions already;
 *   `invalid_request` when `ref` is no branch name.
 */
export const createJob = async (
  dependencies: JobDependencies,
  project: ProjectRow,
  request: AgentJobRequest,
  options: JobOptions & { questions?: readonly string[] } = {},
): Promise<AgentJob> => {
  const prepared = await prepareJob(dependencies, project, request)
  return doOnce(
    dependencies.database,
    creation(project, request, options),
    async (transaction) => {
      await requireFreeQuestions(transaction, project, options.questions ?? [])
      const row = await insertJob(transaction, project, { ...prepared, draft: request.draft === true })
      await insertMessage(transaction, row.id, { prompt: request.prompt, mode: 'steer' }, options)
      const questions = (options.questions ?? []).map((turn_id) => ({ turn_id, job_id: row.id }))
      if (questions.length > 0) await transaction.insertInto('job_questions').values(questions).execute()
      return describeJob(row)
    },
    (stored) => agentJobSchema.parse(stored),
  )
}

/** Of two who ask at the same moment for a job from the same questions, one gets it. @throws AppError `conflict` */
const requireFreeQuestions = async (
  transaction: Transaction<Tables>,
  { id }: ProjectRow,
  questions: readonly string[],
): Promise<void> => {
  if (questions.length === 0) return
  await transaction
    .selectFrom('projects')
    .select('id')
    .where('id', '=', id)
    .$if(engineOf(transaction) === 'postgres', (select) => select.forUpdate())
    .execute()
  const taken = await transaction
    .selectFrom('job_questions')
    .innerJoin('jobs', 'jobs.id', 'job_questions.job_id')
    .select('jobs.id')
    .where('job_questions.turn_id', 'in', questions)
    .where('jobs.status', 'in', ['active', 'completed'])
    .executeTakeFirst()
  if (taken) throw new AppError('conflict', `The job "${taken.id}" is about these questions already.`)
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
  { prompt, mode }: { prompt: string; mode: NonNullable<AgentMessageRequest['mode']> },
  { requestId }: JobOptions,
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
  await appendEvents(transaction, jobId, null, [{ type: 'asked', data: { prompt, mode } }])
}

const takesNoMessages = (id: string): AppError =>
  new AppError('conflict', `The job "${id}" is archived and takes no messages.`)

/**
 * Refuses a follow-up before it is counted, and does nothing.
 *
 * @throws AppError as `sendMessage`; `conflict` also when no model is configured
 */
export const checkMessage = async (
  { database, models }: JobDependencies,
  project: ProjectRow,
  id: string,
  request: AgentMessageRequest,
  options: JobOptions = {},
): Promise<void> => {
  const { status } = await findJob(database, project, id)
  if (!(await models.open(project.model))) throw noModel()
  // What was answered before is answered again, whatever has become of the job.
  if (await isRepeated(database, sending(project, id, request, options))) return
  if (status === 'archived') throw takesNoMessages(id)
}

/**
 * Sends a follow-up. A completed or failed job becomes active again.
 *
 * @throws AppError `not_found`; `conflict` when the job is archived, or the idempotency key is that of another request.
 */
export const sendMessage = async (
  { database }: Pick<JobDependencies, 'database'>,
  project: ProjectRow,
  id: string,
  request: AgentMessageRequest,
  options: JobOptions = {},
): Promise<AgentJob> => {
  const mode = request.mode ?? 'steer'
  return doOnce(
    database,
    sending(project, id, request, options),
    async (transaction) => {
      const job = await lockJob(transaction, id)
      if (job?.project_id !== project.id) throw noSuchJob(id)
      if (job.status === 'archived') throw takesNoMessages(id)
      await insertMessage(transaction, id, { prompt: request.prompt, mode }, options)
      if (mode === 'interrupt') await stopTurn(transaction, job, 'interrupted', null)
      const idle = job.status !== 'active' && { status: 'active' as const, queued_at: new Date().toISOString() }
      if (idle) await updateOne(transaction.updateTable('jobs').set(idle).where('id', '=', id))
      return describeJob({ ...job, ...idle })
    },
    (stored) => agentJobSchema.parse(stored),
  )
}
