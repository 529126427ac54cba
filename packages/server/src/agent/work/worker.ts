import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { type ModelFailure, readFailure } from '../../assistant/models/model-failure.ts'
import { observe } from '../../watch/observe.ts'
import { withSpan } from '../../watch/span.ts'
import { HostError } from '../hosts/host.ts'
import { type Claim, LeaseLost, releaseJob, renewLease, writeAs } from '../jobs/lease.ts'
import { claimJob } from '../jobs/queue.ts'
import { TurnFailed } from '../jobs/turn-failed.ts'
import { endTurn } from '../jobs/turns.ts'
import { removeOldCheckouts } from '../repository/checkout-folders.ts'
import type { RunDependencies } from './run.ts'

/** All in milliseconds. */
export interface WorkerTimes {
  /** How long a worker that is not heard of keeps its job. @default 12000 */
  readonly lease: number
  /** How often a worker says that it is there, and learns that its job was taken from it. @default 1500 */
  readonly heartbeat: number
  /** How often a worker without work looks for some. @default 1000 */
  readonly rest: number
  /** How long a turn waits when the code host or the model does not answer. @default 20000 */
  readonly retry: number
}

const defaultTimes: WorkerTimes = { lease: 12_000, heartbeat: 1_500, rest: 1_000, retry: 20_000 }
const maximumTries = 3

export interface Worker {
  /** Lets go of the job that is being worked on, and waits until nothing runs. Another worker goes on with it. */
  readonly stop: () => Promise<void>
}

/** Works on one job after the other until it is stopped. Any number of workers, in any number of processes, share them. */
export const startWorker = (dependencies: RunDependencies, times: Partial<WorkerTimes> = {}): Worker => {
  const settings = { ...defaultTimes, ...times }
  const owner = `${hostname()}/${process.pid}/${randomBytes(4).toString('hex')}`
  const stopping = new AbortController()
  const { database, folder, log } = dependencies

  const workOnce = async (): Promise<boolean> => {
    const claim = await claimJob(database, owner, settings.lease)
    if (!claim) return false
    log.debug({ point: 'claimed', job: claim.job.id }, 'agent')
    await workOn(dependencies, claim, settings, stopping.signal)
    return true
  }

  const run = async () => {
    while (!stopping.signal.aborted) {
      const worked = await workOnce().catch((error: unknown) => {
        log.error({ err: error }, 'agent worker failed')
        return false
      })
      await removeOldCheckouts(database, folder).catch((error: unknown) =>
        log.warn({ err: error }, 'old checkouts not removed'),
      )
      if (!worked) await wait(settings.rest, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    stop: async () => {
      stopping.abort(new Error('The server is shutting down.'))
      await running
    },
  }
}

/** Does one turn while the lease is kept alive; whatever happens, the job is left in order. */
const workOn = async (
  dependencies: RunDependencies,
  claim: Claim,
  settings: WorkerTimes,
  stopping: AbortSignal,
): Promise<void> => {
  const { database, log } = dependencies
  const requestId = await readRequestId(dependencies, claim)
  const about = { requestId, job: claim.job.id, turn: claim.turn.number, attempt: claim.turn.attempts }
  const lost = new AbortController()
  const beat = setInterval(() => {
    renewLease(database, claim, settings.lease).then(
      (kept) => {
        if (!kept) lost.abort(new LeaseLost(`The job ${claim.job.id} was taken from this worker.`))
      },
      (error: unknown) => log.warn({ err: error, ...about }, 'lease not renewed'),
    )
  }, settings.heartbeat)
  try {
    log.info(about, 'agent turn started')
    // With the first job comes what edits and checks pages.
    const { runTurn } = await import('./run.ts')
    await withSpan('agent turn', { 'sidenote.job': claim.job.id, 'sidenote.turn': claim.turn.number }, () =>
      runTurn(dependencies, claim, AbortSignal.any([lost.signal, stopping])),
    )
    observe('agent-turn', { outcome: 'ended' })
    log.info(about, 'agent turn ended')
  } catch (error) {
    const cause = lost.signal.aborted ? lost.signal.reason : error
    await leave(dependencies, claim, { error: cause, settings, stopped: stopping.aborted }).catch((later: unknown) =>
      log.error({ err: later, ...about }, 'agent turn not put down; its lease runs out'),
    )
  } finally {
    clearInterval(beat)
  }
}

/** Which request asked for this turn; nothing when that is not known, which is no reason to leave the work. */
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

interface Leaving {
  readonly error: unknown
  readonly settings: WorkerTimes
  readonly stopped: boolean
}

const leave = async ({ database, log }: RunDependencies, claim: Claim, leaving: Leaving): Promise<void> => {
  const { error, settings, stopped } = leaving
  const about = { err: error, job: claim.job.id, turn: claim.turn.number, attempt: claim.turn.attempts }
  if (error instanceof LeaseLost) {
    log.info(about, 'agent turn taken away')
    observe('agent-turn', { outcome: 'taken_away' })
    return
  }
  if (stopped) {
    observe('agent-turn', { outcome: 'released' })
    await releaseJob(database, claim, { counted: false })
    return
  }
  if (isPassing(error) && claim.turn.attempts < maximumTries) {
    log.warn(about, 'agent turn put off')
    observe('agent-turn', { outcome: 'put_off' })
    const afterMilliseconds = retryAfter(error) ?? settings.retry
    const data = { reason: sentenceOf(error), seconds: Math.ceil(afterMilliseconds / 1_000) }
    await releaseJob(database, claim, { afterMilliseconds, counted: true, events: [{ type: 'waiting', data }] })
    return
  }
  log.error(about, 'agent turn failed')
  observe('agent-turn', { outcome: 'failed' })
  await writeAs(database, claim, (transaction, job) =>
    endTurn(transaction, job, claim.turn, { status: 'failed', error: sentenceOf(error) }),
  )
}

/** A host or a provider that is away, ill or overloaded; another time it may answer. */
const isPassing = (error: unknown): boolean => {
  if (error instanceof HostError) return error.failure === 'unreachable' || error.failure === 'limited'
  const failure = modelFailureOf(error)
  return failure?.kind === 'busy' || failure?.kind === 'away'
}

const modelFailureOf = (error: unknown): ModelFailure | undefined =>
  error instanceof Error && error.name.startsWith('AI_') ? readFailure(lastOf(error)) : undefined

/** Until a limit of an hour is over. */
const longestPutOff = 3_600_000
const retryAfter = (error: unknown): number | undefined => {
  const host = error instanceof HostError ? error.retryAfterSeconds : undefined
  const asked = host === undefined ? modelFailureOf(error)?.retryAfter : host * 1_000
  return asked === undefined ? undefined : Math.min(asked, longestPutOff)
}

/** For the people who watch the job. What a model's provider says stays in the log. */
const sentenceOf = (error: unknown): string => {
  if (error instanceof TurnFailed || error instanceof HostError) return error.message
  if (error instanceof Error && error.name === 'TimeoutError') return 'The language model took too long for one answer.'
  const failure = modelFailureOf(error)
  if (failure && error instanceof Error) return modelSentence(failure, statusOf(error))
  return 'Something went wrong on the server; its log says what.'
}

const modelSentence = ({ kind }: ModelFailure, status: string): string => {
  if (kind === 'refused') {
    return `The provider refuses the language model${status}: check its name, its key and the account.`
  }
  if (kind === 'unfit') {
    return `The language model does not take what it was sent${status}: it may be too long for it, or it may not be able to call tools.`
  }
  return `The language model did not answer${status}.`
}

/** What a model call failed with at its last try. */
const lastOf = (error: Error): Error =>
  'lastError' in error && error.lastError instanceof Error ? error.lastError : error

/** The status that the provider answered with, at the last try. */
const statusOf = (error: Error): string => {
  const last = lastOf(error)
  return 'statusCode' in last && typeof last.statusCode === 'number' ? ` (HTTP ${last.statusCode})` : ''
}
