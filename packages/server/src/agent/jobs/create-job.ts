import { type AgentJob, type AgentJobRequest, agentJobSchema } from '@sidenote/contract'
import type { Transaction } from 'kysely'
import { type Database, engineOf } from '../../database/database.ts'
import type { JobRow, ProjectRow, Tables } from '../../database/tables.ts'
import { AppError, invalidValue } from '../../errors.ts'
import { isBranchName } from '../../git/branch-name.ts'
import { type AgentModels, openAgentModels } from '../projects/agent-models.ts'
import { newJobId } from './find-job.ts'
import { doOnce, isRepeated, type RepeatableRequest } from './idempotency.ts'
import { describeJob } from './job-record.ts'
import { insertMessage } from './messages.ts'

/** What creating a job depends on. */
export interface JobDependencies {
  readonly database: Database
  readonly models: AgentModels
}

/** A job that somebody asks for. */
export interface JobRequest {
  readonly project: ProjectRow
  readonly body: AgentJobRequest
  /** The `Idempotency-Key` header. */
  readonly idempotencyKey?: string | undefined
  /** Id of the HTTP request, for the log. */
  readonly requestId?: string
  /** Ids of the readers' questions that the job is to answer. */
  readonly questions?: readonly string[]
}

/** A request that was checked, with the branch and the model that the job works with. */
export interface PreparedJob extends JobRequest {
  readonly ref: string
  readonly model: string
}

const repeatable = ({ project, body, idempotencyKey }: JobRequest): RepeatableRequest => ({
  scope: `create ${project.id}`,
  key: idempotencyKey,
  body,
})

/**
 * Checks a request for a job, and changes nothing.
 *
 * @throws AppError `conflict` when no model is configured, or the idempotency key belongs to another request;
 *   `invalid_request` when `ref` is not a branch name
 */
export const prepareJob = async ({ database, models }: JobDependencies, request: JobRequest): Promise<PreparedJob> => {
  const { project, body } = request
  const ref = body.ref ?? project.ref
  if (!isBranchName(ref)) throw invalidValue('ref', `"${ref}" is not a valid branch name.`)
  const [{ name: model }] = await openAgentModels(models, project)
  await isRepeated(database, repeatable(request))
  return { ...request, ref, model }
}

/**
 * Creates a job. From then on it waits for a worker.
 *
 * @throws AppError `conflict` when the idempotency key belongs to another request, or a job exists for one of the
 *   questions
 */
export const createJob = (database: Database, job: PreparedJob): Promise<AgentJob> =>
  doOnce(database, repeatable(job), {
    work: async (transaction) => {
      const { project, body, requestId, questions = [] } = job
      await requireFreeQuestions(transaction, project, questions)
      const row = newJob(job)
      await transaction.insertInto('jobs').values(row).execute()
      await insertMessage(transaction, row.id, { prompt: body.prompt, mode: 'steer', requestId })
      const links = questions.map((turn_id) => ({ turn_id, job_id: row.id }))
      if (links.length > 0) await transaction.insertInto('job_questions').values(links).execute()
      return describeJob(row)
    },
    parse: (answer) => agentJobSchema.parse(answer),
  })

/** Of two simultaneous requests for a job from the same questions, one gets it. @throws AppError `conflict` */
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
  const job = await transaction
    .selectFrom('job_questions')
    .innerJoin('jobs', 'jobs.id', 'job_questions.job_id')
    .select('jobs.id')
    .where('job_questions.turn_id', 'in', questions)
    .where('jobs.status', 'in', ['active', 'completed'])
    .where('jobs.asked_again_at', 'is', null)
    .executeTakeFirst()
  if (job) throw new AppError('conflict', `The job "${job.id}" is already about these questions.`)
}

const newJob = ({ project, body, ref, model }: PreparedJob): JobRow => {
  const id = newJobId()
  const now = new Date().toISOString()
  return {
    id,
    project_id: project.id,
    status: 'active',
    repository: project.repository,
    ref,
    model,
    draft: Number(body.draft === true),
    branch: `sidenote/${id}`,
    base_commit: null,
    pull_request_url: null,
    pull_request_number: null,
    created_at: now,
    archived_at: null,
    closed_at: null,
    asked_again_at: null,
    queued_at: now,
    lease_owner: null,
    lease_until: null,
    lease_number: 0,
  }
}
