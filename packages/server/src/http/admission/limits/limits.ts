import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import { inBatches } from '../../../database/batch.ts'
import type { Database } from '../../../database/database.ts'
import type { Redis } from '../../../database/redis.ts'
import { observe } from '../../../watch/observe.ts'
import { addCounts } from './count-rows.ts'
import { createDatabaseLimits } from './database-limits.ts'
import type { Clock, CountedLimit, LimitDecision, TakeAllFromLimits, TakeFromLimits } from './decision.ts'
import { createLedger } from './ledger.ts'
import { soon } from './patience.ts'
import { addToRedis, createRedisLimits, readMark } from './redis-limits.ts'

/** How often Redis is checked, so that no request has to find out that it has gone or come back. */
const checkMilliseconds = 500
/** How long both stores count after Redis has come back: longer than a process needs to connect again, and to check. */
const settleMilliseconds = 2_000

/** The limits of an installation. */
export interface Limits {
  readonly take: TakeFromLimits
  /** A sentence for operators while only this process counts. */
  readonly describeDegraded: () => string | undefined
  readonly close: () => void
}

interface LimitsOptions {
  /** Counts are in Redis while it answers, and in the database while it doesn’t. */
  readonly redis?: Redis | undefined
  /** @default the store’s clock */
  readonly clock?: Clock | undefined
  readonly log: Logger
}

/** Opens the limits: exact across all processes that share the store. */
export const createLimits = (database: Database, { redis, clock, log }: LimitsOptions): Limits => {
  let isFull = false
  const takeInDatabase = createDatabaseLimits(database, {
    clock,
    onFull: (error) => {
      isFull = true
      observe('limit-store', { store: 'memory' })
      log.error({ err: error }, 'the database has no room for counts: each process counts limits alone until it has')
    },
    onRoom: () => {
      isFull = false
      observe('limit-store', { store: 'database' })
      log.info('limits are counted in the database again')
    },
  })
  const shared = redis && createShared({ database, redis, takeInDatabase, clock, log })
  return {
    take: inBatches(shared ? shared.takeAll : takeInDatabase),
    describeDegraded: () =>
      isFull ? 'The database has no room for counts: each process counts limits alone.' : undefined,
    close: () => shared?.close(),
  }
}

interface Stores {
  readonly database: Database
  readonly redis: Redis
  readonly takeInDatabase: TakeAllFromLimits
  readonly clock: Clock | undefined
  readonly log: Logger
}

type Batch = readonly (readonly CountedLimit[])[]

const forEachAdmitted = (
  batch: Batch,
  decisions: readonly LimitDecision[],
  note: (counted: readonly CountedLimit[], at: number) => void,
): void =>
  decisions.forEach((decision, index) => {
    if (decision.admitted) note(batch[index] ?? [], decision.at)
  })

/**
 * Counts in Redis, and in the database while Redis is away. At each change the process first adds to the new store what it
 * has admitted itself, so that no limit starts over. When Redis comes back, both stores count and both must admit, until every
 * other process has noticed it too: one that still counts in the database is seen there, one that counts in Redis alone there.
 */
const createShared = ({ database, redis, takeInDatabase, clock, log }: Stores) => {
  const takeInRedis = createRedisLimits(redis, clock)
  const ledger = createLedger()
  let mark: string | undefined
  /** Resolves when the database has taken over the counts; undefined while Redis counts alone. */
  let away: Promise<void> | undefined
  /** When Redis came back, by `performance.now()`: since then both stores count. */
  let backAt: number | undefined
  let isChecking = false

  const leave = (error: unknown): Promise<void> => {
    if (away && backAt === undefined) return away
    backAt = undefined
    observe('limit-store', { store: 'database' })
    log.warn({ err: error }, 'limits are counted in the database until Redis is back')
    away = ledger
      .pour('database', (counts) => addCounts(database, counts))
      .catch((failure: unknown) => log.error({ err: failure }, 'could not copy the counts of Redis to the database'))
    return away
  }

  const check = async (): Promise<void> => {
    const current = await soon(readMark(redis))
    // Requests are counted before the first check; Redis hasn’t lost those.
    const isEmptied = mark !== undefined && current !== mark
    if (isEmptied) ledger.forget('redis')
    mark = current
    // Late answers arrived before this one, and must be noted first.
    await nextTurn()
    if (isEmptied) await leave(new Error('Redis has lost its counts.'))
    // Without a deadline: if Redis added the counts late, the ledger would add them again.
    await ledger.pour('redis', (counts) => addToRedis(redis, counts))
    if (!away) return
    backAt ??= performance.now()
    if (performance.now() - backAt < settleMilliseconds) return
    away = undefined
    backAt = undefined
    observe('limit-store', { store: 'redis' })
    log.info('limits are counted in Redis again')
  }
  const checkOnce = async (): Promise<void> => {
    if (isChecking) return
    isChecking = true
    ledger.prune(clock ? await clock() : Date.now() / 1_000)
    await check().catch(leave)
    isChecking = false
  }
  const timer = setInterval(() => void checkOnce(), checkMilliseconds).unref()
  const onReady = () => void checkOnce()
  const onAway = (error: unknown) => void leave(error)
  redis.client.on('ready', onReady)
  redis.client.on('error', onAway)
  if (redis.client.isReady) onReady()

  const countInRedis: TakeAllFromLimits = async (batch) => {
    // If Redis answers too late, both it and the database have counted these requests.
    const answer = takeInRedis(batch).then((decisions) => {
      forEachAdmitted(batch, decisions, (counted, at) => ledger.count(counted, at, 'redis'))
      return decisions
    })
    return soon(answer).catch(async (error: unknown) => {
      await leave(error)
      throw error
    })
  }
  const countInDatabase: TakeAllFromLimits = async (batch) => {
    await away
    const decisions = await takeInDatabase(batch)
    forEachAdmitted(batch, decisions, (counted, at) => ledger.count(counted, at, 'database'))
    return backAt === undefined ? decisions : countAgain(batch, decisions)
  }
  /** What the database has admitted, Redis must admit, too. When Redis doesn’t answer, the database has decided. */
  const countAgain = async (batch: Batch, decisions: readonly LimitDecision[]): Promise<readonly LimitDecision[]> => {
    const again = await countInRedis(batch.filter((_, index) => decisions[index]?.admitted)).catch(() => [])
    const answers = again.values()
    return decisions.map((decision) => (decision.admitted && answers.next().value) || decision)
  }

  const takeAll: TakeAllFromLimits = async (batch) => {
    const inRedis = away ? undefined : await countInRedis(batch).catch(() => undefined)
    const decisions = inRedis ?? (await countInDatabase(batch))
    forEachAdmitted(batch, decisions, (counted, at) => ledger.admit(counted, at))
    return decisions
  }
  const close = () => {
    clearInterval(timer)
    redis.client.off('ready', onReady)
    redis.client.off('error', onAway)
  }
  return { takeAll, close }
}
