import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import { inBatches } from '../../../database/batch.ts'
import type { Database } from '../../../database/database.ts'
import type { Redis } from '../../../database/redis.ts'
import { observe } from '../../../watch/observe.ts'
import { addCounts, createDatabaseLimits } from './database-limits.ts'
import type { Clock, CountedLimit, LimitDecision, TakeAllFromLimits, TakeFromLimits } from './decision.ts'
import { createLedger } from './ledger.ts'
import { soon } from './patience.ts'
import { addToRedis, createRedisLimits, readMark } from './redis-limits.ts'

/** How often Redis is asked whether it is there. No request has to find out that it has gone, or come back. */
const lookMilliseconds = 500

/** The limits of an installation. */
export interface Limits {
  readonly take: TakeFromLimits
  /** A sentence for operators while counts are kept in this process alone. */
  readonly describeDegraded: () => string | undefined
  readonly close: () => void
}

interface LimitsOptions {
  /** Counts there while it answers, and in the database while it does not. */
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
      log.error({ err: error }, 'the database takes no counts: limits are counted in this process until it does')
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
      isFull ? 'The database takes no counts: each process counts its limits alone.' : undefined,
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

type Asked = readonly (readonly CountedLimit[])[]

/**
 * Counts in Redis, and in the database while Redis is away. At each change a process first tells the store that takes over
 * what it has admitted itself, so that a limit does not begin anew; so it does when Redis comes back without its memory.
 */
const createShared = ({ database, redis, takeInDatabase, clock, log }: Stores) => {
  const takeInRedis = createRedisLimits(redis, clock)
  const ledger = createLedger()
  let mark: string | undefined
  /** Resolves when the database knows what has been counted; undefined while Redis counts. */
  let away: Promise<void> | undefined
  let isLooking = false

  const leave = (error: unknown): Promise<void> => {
    if (away) return away
    observe('limit-store', { store: 'database' })
    log.warn({ err: error }, 'limits are counted in the database until Redis is back')
    away = ledger
      .pour('database', (counts) => addCounts(database, counts))
      .catch((failure: unknown) => log.error({ err: failure }, 'the database does not know what Redis has counted'))
    return away
  }

  const look = async (): Promise<void> => {
    const found = await soon(readMark(redis))
    // The first look comes while requests are counted already: what Redis knows of them it has not lost.
    if (mark !== undefined && found !== mark) ledger.forget('redis')
    mark = found
    // Late answers came before this one; whoever waits for them notes them first.
    await nextTurn()
    // Not given up when it takes long: what Redis adds late, the ledger must not think missing.
    await ledger.pour('redis', (counts) => addToRedis(redis, counts))
    if (!away) return
    away = undefined
    observe('limit-store', { store: 'redis' })
    log.info('limits are counted in Redis again')
  }
  const lookOnce = async (): Promise<void> => {
    if (isLooking) return
    isLooking = true
    ledger.prune(clock ? await clock() : Date.now() / 1_000)
    await look().catch(leave)
    isLooking = false
  }
  const timer = setInterval(() => void lookOnce(), lookMilliseconds).unref()
  const lookNow = () => void lookOnce()
  redis.client.on('ready', lookNow)
  if (redis.client.isReady) lookNow()

  const note = (
    asked: Asked,
    decisions: readonly LimitDecision[],
    add: typeof ledger.note,
    store: 'redis' | 'database',
  ) =>
    decisions.forEach((decision, index) => {
      if (decision.admitted) add(asked[index] ?? [], decision.at, store)
    })
  const takeAll: TakeAllFromLimits = async (asked) => {
    if (!away) {
      const answer = takeInRedis(asked)
      try {
        const decisions = await soon(answer)
        note(asked, decisions, ledger.note, 'redis')
        return decisions
      } catch (error) {
        // Should Redis answer yet, it has counted these requests, and so has the database.
        answer.then(
          (late) => note(asked, late, ledger.noteLate, 'redis'),
          () => {},
        )
        await leave(error)
      }
    }
    await away
    const decisions = await takeInDatabase(asked)
    note(asked, decisions, ledger.note, 'database')
    return decisions
  }
  const close = () => {
    clearInterval(timer)
    redis.client.off('ready', lookNow)
  }
  return { takeAll, close }
}
