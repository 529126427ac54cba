import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { usualQuotas } from '../../quotas.ts'
import { observe } from '../../watch/observe.ts'
import { withSpan } from '../../watch/span.ts'
import { type Claim, LeaseLost, releaseJob, renewLease, writeAs } from '../jobs/lease.ts'
import { claimJob } from '../jobs/queue.ts'
import { endTurn } from '../jobs/turns.ts'
import { removeOldCheckouts } from '../repository/checkout-folders.ts'
import type { RunDependencies } from './run.ts'
import { readTurnError } from './turn-error.ts'

/** All in milliseconds. */
export interface WorkerTimes {
  /** How long a silent worker keeps its job. @default 12000 */
  readonly lease: number
  /** How often a worker renews its lease, and notices that its job was taken away. @default 1500 */
  readonly heartbeat: number
  /** How often an idle worker looks for a job. @default 1000 */
  readonly rest: number
  /** How long a turn waits when the code host or the model doesn't answer. @default 20000 */
  readonly retry: number
}

const defaultTimes: WorkerTimes = { lease: 12_000, heartbeat: 1_500, rest: 1_000, retry: 20_000 }
const maximumTries = 3

/** A worker in the background of a process. */
export interface Worker {
  /** Releases the current job, and waits until nothing runs. Another worker goes on with it. */
  readonly stop: () => Promise<void>
}

/** What one turn's work depends on. */
interface Workplace {
  readonly dependencies: RunDependencies
  readonly times: WorkerTimes
  /** Fires when the worker is to stop. */
  readonly stopping: AbortSignal
}

/** Works on one job after the other until it is stopped. Any number of workers, in any number of processes, share them. */
export const startWorker = (dependencies: RunDependencies, times: Partial<WorkerTimes> = {}): Worker => {
  const stopping = new AbortController()
  const workplace: Workplace = { dependencies, times: { ...defaultTimes, ...times }, stopping: stopping.signal }
  const owner = `${hostname()}/${process.pid}/${randomBytes(4).toString('hex')}`
  const { database, folder, log, quotas = usualQuotas } = dependencies
  const { lease, rest } = workplace.times

  const workOnce = async (): Promise<boolean> => {
    const claim = await claimJob(database, {
      owner,
      leaseMilliseconds: lease,
      mostOfOrganization: quotas.organizationJobs,
    })
    if (!claim) return false
    log.debug({ point: 'claimed', job: claim.job.id }, 'agent')
    await workOn(workplace, claim)
    return true
  }

  const run = async () => {
    while (!stopping.signal.aborted) {
      const hasWorked = await workOnce().catch((error: unknown) => {
        log.error({ err: error }, 'the agent worker failed')
        return false
      })
      await removeOldCheckouts(database, folder).catch((error: unknown) =>
        log.warn({ err: error }, 'could not remove old checkouts'),
      )
      if (!hasWorked) await wait(rest, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const end = run()
  return {
    stop: async () => {
      stopping.abort(new Error('The server is shutting down.'))
      await end
    },
  }
}

/** Does one turn while it keeps the lease alive. Whatever happens, the job is left in order. */
const workOn = async (workplace: Workplace, claim: Claim): Promise<void> => {
  const { dependencies, stopping } = workplace
  const { log } = dependencies
  const requestId = await readRequestId(dependencies, claim)
  const details = { requestId, job: claim.job.id, turn: claim.turn.number, attempt: claim.turn.attempts }
  const heartbeat = startHeartbeat(workplace, claim, details)
  try {
    log.info(details, 'agent turn started')
    // What edits and checks pages is loaded with the first job.
    const { runTurn } = await import('./run.ts')
    await withSpan('agent turn', { 'sidenote.job': claim.job.id, 'sidenote.turn': claim.turn.number }, () =>
      runTurn(dependencies, claim, AbortSignal.any([heartbeat.lost, stopping])),
    )
    observe('agent-turn', { outcome: 'ended' })
    log.info(details, 'agent turn ended')
  } catch (error) {
    const cause = heartbeat.lost.aborted ? heartbeat.lost.reason : error
    await leaveTurn(workplace, claim, cause).catch((later: unknown) =>
      log.error({ err: later, ...details }, "couldn't release the turn; its lease will expire"),
    )
  } finally {
    heartbeat.stop()
  }
}

interface Heartbeat {
  /** Fires with `LeaseLost` when the job was taken away. */
  readonly lost: AbortSignal
  readonly stop: () => void
}

const startHeartbeat = ({ dependencies, times }: Workplace, claim: Claim, details: object): Heartbeat => {
  const lost = new AbortController()
  const beat = async () => {
    try {
      if (!(await renewLease(dependencies.database, claim, times.lease))) lost.abort(new LeaseLost(claim.job.id))
    } catch (error) {
      dependencies.log.warn({ err: error, ...details }, "couldn't renew the lease")
    }
  }
  const timer = setInterval(beat, times.heartbeat)
  return { lost: lost.signal, stop: () => clearInterval(timer) }
}

/** The request that asked for this turn, for the log; undefined when it cannot be read, which doesn't stop the work. */
const readRequestId = async ({ database }: RunDependencies, { job, turn }: Claim): Promise<string | undefined> => {
  const message = await database
    .selectFrom('job_messages')
    .select('request_id')
    .where('job_id', '=', job.id)
    .where('turn', '=', turn.number)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
    .catch(() => undefined)
  return message?.request_id ?? undefined
}

/** Leaves a turn that didn't end: lost, released, postponed or failed. */
const leaveTurn = async ({ dependencies, times, stopping }: Workplace, claim: Claim, error: unknown): Promise<void> => {
  const { database, log } = dependencies
  const details = { err: error, job: claim.job.id, turn: claim.turn.number, attempt: claim.turn.attempts }
  if (error instanceof LeaseLost) {
    log.info(details, 'agent turn taken away')
    observe('agent-turn', { outcome: 'taken_away' })
    return
  }
  if (stopping.aborted) {
    observe('agent-turn', { outcome: 'released' })
    await releaseJob(database, claim, { counted: false })
    return
  }
  const { isTemporary, retryAfter, sentence } = readTurnError(error)
  if (isTemporary && claim.turn.attempts < maximumTries) {
    log.warn(details, 'agent turn postponed')
    observe('agent-turn', { outcome: 'put_off' })
    const afterMilliseconds = retryAfter ?? times.retry
    const data = { reason: sentence, seconds: Math.ceil(afterMilliseconds / 1_000) }
    await releaseJob(database, claim, { afterMilliseconds, counted: true, events: [{ type: 'waiting', data }] })
    return
  }
  log.error(details, 'agent turn failed')
  observe('agent-turn', { outcome: 'failed' })
  await writeAs(database, claim, (transaction, job) =>
    endTurn(transaction, { job, turn: claim.turn }, { status: 'failed', error: sentence }),
  )
}
