import { randomBytes } from 'node:crypto'
import type { AgentJobs, AgentJobsQuery } from '@sidenote/contract'
import type { Transaction } from 'kysely'
import { type Database, engineOf } from '../../database/database.ts'
import type { JobRow, ProjectRow, Tables } from '../../database/tables.ts'
import { AppError, invalidValue } from '../../errors.ts'
import { describeJob } from './job-record.ts'

const defaultPageSize = 20
const jobId = /^job_[0-9a-z]{9}[0-9a-f]{16}$/

/** An id that sorts by the time it was made (nine digits, base 36) and cannot be guessed (64 random bits). */
export const newJobId = (): string => `job_${Date.now().toString(36).padStart(9, '0')}${randomBytes(8).toString('hex')}`

/** The error for a job that doesn't exist, or belongs to another project. */
export const noSuchJob = (id: string): AppError => new AppError('not_found', `There is no job "${id}" in this project.`)

/** Finds a job of a project. @throws AppError `not_found` */
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

const checkCursor = (cursor: string): void => {
  if (jobId.test(cursor)) return
  throw invalidValue('cursor', `cursor is "${cursor}", but must be the nextCursor of the page before.`)
}

/**
 * Lists the jobs of a project, newest first. `cursor` is the id of the last job of the previous page; it may be gone.
 *
 * @throws AppError `invalid_request` when the cursor is malformed
 */
export const listJobs = async (database: Database, project: ProjectRow, query: AgentJobsQuery): Promise<AgentJobs> => {
  const limit = query.limit ?? defaultPageSize
  if (query.cursor) checkCursor(query.cursor)
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

/** Holds the job's row until the transaction ends. Every change of a job begins with this. */
export const lockJob = (transaction: Transaction<Tables>, id: string): Promise<JobRow | undefined> =>
  transaction
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', id)
    .$if(engineOf(transaction) === 'postgres', (select) => select.forUpdate())
    .executeTakeFirst()
