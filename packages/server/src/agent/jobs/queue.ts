import { type Expression, sql, type Transaction } from 'kysely'
import { updateOne } from '../../database/checked-writes.ts'
import { databaseNow } from '../../database/clock.ts'
import { type Database, engineOf } from '../../database/database.ts'
import type { JobRow, JobTurnRow, Tables } from '../../database/tables.ts'
import { appendEvents } from './events.ts'
import type { Claim } from './lease.ts'
import { assignMessages, endTurn } from './turns.ts'

const maximumAttempts = 3

/** A worker that looks for a job. */
interface Claimant {
  readonly owner: string
  readonly leaseMilliseconds: number
  /** How many jobs of one organization may be worked on at a time. */
  readonly mostOfOrganization: number
}

/**
 * Claims a job that nobody holds, or whose worker has been silent for the time of a lease: of the organization with the fewest
 * jobs that are worked on, and whose last turn began longest ago, the one that has waited longest. Undefined when there is none, or every organization that
 * has one is at its bound. A turn that was lost three times ends as failed.
 */
export const claimJob = async (database: Database, claimant: Claimant): Promise<Claim | undefined> => {
  for (;;) {
    // Usually there is none, and then nothing is locked.
    if (!(await waitingJobs(database).select('jobs.id').limit(1).executeTakeFirst())) return undefined
    const claim = await database.transaction().execute((transaction) => take(transaction, claimant))
    if (claim !== 'again') return claim
  }
}

const waitingJobs = (database: Database) =>
  database
    .selectFrom('jobs')
    .where('jobs.status', '=', 'active')
    .where((where) =>
      where.or([where('jobs.lease_until', 'is', null), where('jobs.lease_until', '<', databaseNow(database))]),
    )

/** How many jobs of an organization are worked on. @param organizationId a value, or the column of a query around this one */
const countRunning = (database: Database, organizationId: string | Expression<string>) =>
  database
    .selectFrom('jobs as held')
    .innerJoin('projects as owner', 'owner.id', 'held.project_id')
    .where('owner.organization_id', '=', organizationId)
    .where('held.status', '=', 'active')
    .where('held.lease_owner', 'is not', null)
    .where('held.lease_until', '>=', databaseNow(database))
    .select(({ fn }) => fn.countAll<number>().as('count'))

/** When the last turn of an organization began. */
const lastTurn = (database: Database, organizationId: Expression<string>) =>
  database
    .selectFrom('job_turns')
    .innerJoin('jobs as begun', 'begun.id', 'job_turns.job_id')
    .innerJoin('projects as owner', 'owner.id', 'begun.project_id')
    .where('owner.organization_id', '=', organizationId)
    .select(({ fn }) => fn.coalesce(fn.max('job_turns.started_at'), sql<string>`''`).as('at'))

const chooseWaiting = (transaction: Transaction<Tables>, mostOfOrganization: number) => {
  const organization = sql.ref<string>('projects.organization_id')
  return waitingJobs(transaction)
    .innerJoin('projects', 'projects.id', 'jobs.project_id')
    .where(countRunning(transaction, organization), '<', mostOfOrganization)
    .orderBy(countRunning(transaction, organization))
    .orderBy(lastTurn(transaction, organization))
    .orderBy('jobs.queued_at')
    .orderBy('jobs.id')
    .limit(1)
}

const take = async (
  transaction: Transaction<Tables>,
  { owner, leaseMilliseconds, mostOfOrganization }: Claimant,
): Promise<Claim | undefined | 'again'> => {
  const now = databaseNow(transaction)
  const isPostgres = engineOf(transaction) === 'postgres'
  const chosen = await chooseWaiting(transaction, mostOfOrganization)
    .selectAll('jobs')
    .select('projects.organization_id')
    .$if(isPostgres, (select) => select.forUpdate('jobs').skipLocked())
    .executeTakeFirst()
  if (!chosen) return undefined
  const { organization_id, ...row } = chosen
  if (isPostgres && !(await hasRoom(transaction, organization_id, mostOfOrganization))) return 'again'
  const turn = await takeTurn(transaction, row)
  if (!turn) return 'again'
  const job = await transaction
    .updateTable('jobs')
    .set({
      lease_owner: owner,
      lease_until: sql<number>`${now} + ${leaseMilliseconds}`,
      lease_number: row.lease_number + 1,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { job, turn }
}

/** Another process may have taken a job of the organization meanwhile: they are counted one after the other. */
const hasRoom = async (
  transaction: Transaction<Tables>,
  organizationId: string,
  mostOfOrganization: number,
): Promise<boolean> => {
  const organization = transaction.selectFrom('organizations').select('id').where('id', '=', organizationId)
  await organization.forNoKeyUpdate().execute()
  const { count } = await countRunning(transaction, organizationId).executeTakeFirstOrThrow()
  return Number(count) < mostOfOrganization
}

/** Takes the turn that was lost, or begins one for the message that has waited longest. */
const takeTurn = async (transaction: Transaction<Tables>, job: JobRow): Promise<JobTurnRow | undefined> => {
  const lostTurn = await transaction
    .selectFrom('job_turns')
    .selectAll()
    .where('job_id', '=', job.id)
    .where('status', '=', 'running')
    .executeTakeFirst()
  if (!lostTurn) return beginTurn(transaction, job)
  if (lostTurn.attempts >= maximumAttempts) {
    const error = `The work was interrupted ${maximumAttempts} times, so it was given up.`
    await endTurn(transaction, { job, turn: lostTurn }, { status: 'failed', error })
    return undefined
  }
  return transaction
    .updateTable('job_turns')
    .set({ attempts: lostTurn.attempts + 1 })
    .where('job_id', '=', job.id)
    .where('number', '=', lostTurn.number)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Undefined when no message waits: then there is nothing to do in the job. */
const beginTurn = async (transaction: Transaction<Tables>, job: JobRow): Promise<JobTurnRow | undefined> => {
  const message = await transaction
    .selectFrom('job_messages')
    .selectAll()
    .where('job_id', '=', job.id)
    .where('state', '=', 'waiting')
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  if (!message) {
    await updateOne(transaction.updateTable('jobs').set({ status: 'completed' }).where('id', '=', job.id))
    return undefined
  }
  const { last } = await transaction
    .selectFrom('job_turns')
    .select((select) => select.fn.max('number').as('last'))
    .where('job_id', '=', job.id)
    .executeTakeFirstOrThrow()
  const turn = newTurn(job.id, (last ?? 0) + 1)
  await transaction.insertInto('job_turns').values(turn).execute()
  await assignMessages(transaction, turn, [message.number])
  const place = { jobId: job.id, turn: turn.number }
  await appendEvents(transaction, place, [{ type: 'read', data: { prompts: [message.prompt] } }])
  return turn
}

const newTurn = (jobId: string, number: number): JobTurnRow => ({
  job_id: jobId,
  number,
  status: 'running',
  attempts: 1,
  start_commit: null,
  files_json: '{}',
  call_json: null,
  finish_json: null,
  commit_id: null,
  error: null,
  model_calls: 0,
  input_tokens: 0,
  output_tokens: 0,
  cost: null,
  started_at: new Date().toISOString(),
  finished_at: null,
})
