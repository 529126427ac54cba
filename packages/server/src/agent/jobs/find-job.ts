import { randomBytes } from 'node:crypto'
import type { AgentJobs, AgentJobsQuery } from '@sidenote/contract'
import type { Transaction } from 'kysely'
import { type Database, engineOf } from '../../database/database.ts'
import type { JobRow, ProjectRow, Tables } from '../../database/tables.ts'
import { AppError, invalidValue } from '../../errors.ts'
import { describeJob } from './job-record.ts'

const defaultListed = 20
/** Nine digits of time, so that later jobs have greater ids, and 64 random bits. */
const jobId = /^job_[0-9a-z]{9}[0-9a-f]{16}$/

export const newJobId = (): string => `job_${Date.now().toString(36).padStart(9, '0')}${randomBytes(8).toString('hex')}`

/** What an id answers that is not there, or is another project’s. */
export const noSuchJob = (id: string): AppError => new AppError('not_found', `There is no job "${id}" in this project.`)

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

const checkCursor = (cursor: string): void => {
  if (jobId.test(cursor)) return
  throw invalidValue('cursor', `cursor is "${cursor}", but must be the nextCursor of the page before.`)
}

/**
 * The jobs of a project, newest first. `cursor` is the id of the last one seen, whether it is still there or not.
 *
 * @throws AppError `invalid_request` when it is none.
 */
export const listJobs = async (database: Database, project: ProjectRow, query: AgentJobsQuery): Promise<AgentJobs> => {
  const limit = query.limit ?? defaultListed
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

/** Holds the job's row until the transaction ends. Everybody who changes a job begins with this. */
export const lockJob = (transaction: Transaction<Tables>, id: string): Promise<JobRow | undefined> =>
  transaction
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', id)
    .$if(engineOf(transaction) === 'postgres', (select) => select.forUpdate())
    .executeTakeFirst()
