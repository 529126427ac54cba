import type { Logger } from 'pino'
import type { SealedStore } from '../../database/seal.ts'
import type { JobRow, ProjectRow } from '../../database/tables.ts'
import { openProjectHost } from '../projects/project-host.ts'

/** At once, so that a code host isn’t asked too often. */
const mostJobs = 50
const timeout = 10_000

/** A job about readers’ questions whose pull request isn’t open any more: it was merged, or closed without. */
export type ClosedJob = Pick<JobRow, 'id' | 'project_id' | 'closed_at'> & { readonly site_id: string }

const waitingJobs = ({ database }: Pick<SealedStore, 'database'>) =>
  database
    .selectFrom('jobs')
    .innerJoin('projects', 'projects.id', 'jobs.project_id')
    .where('jobs.status', '=', 'completed')
    .where('jobs.pull_request_number', 'is not', null)
    .where('jobs.asked_again_at', 'is', null)
    .where('projects.site_id', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('job_questions').select('turn_id').whereRef('job_questions.job_id', '=', 'jobs.id')),
    )

/** Looks which pull requests of jobs about readers’ questions have been closed since, and notes the time. */
export const noteClosedJobs = async (store: SealedStore, log: Logger): Promise<void> => {
  const rows = await waitingJobs(store)
    .selectAll('projects')
    .select(['jobs.id as job_id', 'jobs.branch'])
    .where('jobs.closed_at', 'is', null)
    .orderBy('jobs.id')
    .limit(mostJobs)
    .execute()
  for (const { job_id, branch, ...project } of rows) {
    try {
      if (await isOpen(store, project, branch)) continue
      const closed_at = new Date().toISOString()
      await store.database.updateTable('jobs').set({ closed_at }).where('id', '=', job_id).execute()
    } catch (error) {
      log.warn({ err: error, jobId: job_id }, 'could not see whether the pull request of a job is still open')
    }
  }
}

const isOpen = async (store: SealedStore, project: ProjectRow, branch: string): Promise<boolean> => {
  const { host } = await openProjectHost(store, project, String)
  return (await host.findPullRequest(branch, AbortSignal.timeout(timeout))) !== undefined
}

/** The jobs whose pull request was closed, and whose questions wait to be asked again. */
export const listClosedJobs = async (store: Pick<SealedStore, 'database'>): Promise<ClosedJob[]> => {
  const rows = await waitingJobs(store)
    .select(['jobs.id', 'jobs.project_id', 'jobs.closed_at', 'projects.site_id'])
    .where('jobs.closed_at', 'is not', null)
    .orderBy('jobs.id')
    .execute()
  return rows.flatMap(({ site_id, ...row }) => (site_id === null ? [] : { ...row, site_id }))
}

/** The readers’ questions that a job is about. */
export const readJobQuestions = async (
  { database }: Pick<SealedStore, 'database'>,
  jobId: string,
): Promise<string[]> => {
  const rows = await database.selectFrom('job_questions').select('turn_id').where('job_id', '=', jobId).execute()
  return rows.map(({ turn_id }) => turn_id)
}
