import { setTimeout as wait } from 'node:timers/promises'
import type { Limit } from '@sidenote/contract'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../src/database/open.ts'
import { openRedis, type Redis } from '../src/database/redis.ts'
import { addCounts } from '../src/http/admission/limits/count-rows.ts'
import { type LimitDecision, sliceCounts } from '../src/http/admission/limits/decision.ts'
import { createLimits, type Limits } from '../src/http/admission/limits/limits.ts'
import { addToRedis } from '../src/http/admission/limits/redis-limits.ts'
import { until } from './support/assistant-server.ts'
import { sumOfCounts } from './support/counts.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { type Fleet, startFleet } from './support/fleet.ts'
import { sendLoad } from './support/load.ts'
import { hasRedisServer, type RedisServer, startRedisServer } from './support/redis-server.ts'

const describeWithRedis = describe.runIf(hasRedisServer)
const limit: Limit = { name: 'test', subject: 'organization', requests: 100, seconds: 3_600 }

describeWithRedis('while Redis is away', () => {
  let server: RedisServer
  let store: TestDatabase
  let processes: { redis: Redis; limits: Limits; logged: () => string }[]
  beforeEach(async () => {
    server = await startRedisServer()
    store = await createTestDatabase()
    processes = await Promise.all([openProcess(), openProcess()])
  })
  afterEach(async () => {
    for (const { redis, limits } of processes) {
      limits.close()
      redis.close()
    }
    await store.close()
    await server.close()
  })

  const openProcess = async () => {
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
    const redis = await openRedis(server.url, store.database, () => {})
    await until(() => redis.client.isReady)
    return { redis, limits: createLimits(store.database, { redis, log }), logged: () => lines.join('') }
  }
  /** Asks the two processes in turn. */
  const take = async (count: number): Promise<LimitDecision[]> => {
    const decisions: LimitDecision[] = []
    for (let index = 0; index < count; index += 1) {
      const decision = await processes[index % 2]?.limits.take([{ limit, subject: 'o' }])
      if (decision) decisions.push(decision)
    }
    return decisions
  }
  const admitted = async (count: number): Promise<number> =>
    (await take(count)).filter((decision) => decision.admitted).length
  const haveLeft = () => until(() => processes.every(({ logged }) => logged().includes('until Redis is back')))
  const areBack = () => until(() => processes.every(({ logged }) => logged().includes('in Redis again')))
  const counted = () => sumOfCounts(store.database)

  test('killed and started again with nothing in its memory: the limit holds through all of it', async () => {
    expect(await admitted(40)).toBe(40)
    expect(await counted()).toBe(0)
    await server.kill()
    await haveLeft()
    await until(async () => (await counted()) === 40)
    expect(await admitted(30)).toBe(30)
    await server.startAgain()
    await areBack()
    expect(await admitted(50)).toBe(30)
  })

  test('it hangs and goes on: nobody waits, and the limit holds through all of it', async () => {
    expect(await admitted(40)).toBe(40)
    server.signal('SIGSTOP')
    // Redis answers nothing until it goes on: whoever waited for it would still be waiting.
    await take(2)
    await haveLeft()
    expect(await admitted(28)).toBe(28)
    server.signal('SIGCONT')
    await areBack()
    // What Redis had in its buffers when it stopped it has counted late, as the database has: once in all.
    expect(await admitted(50)).toBe(30)
  })

  test('it comes and goes, again and again, with and without its memory: the limit holds through all of it', async () => {
    let all = await admitted(20)
    for (let flap = 0; flap < 4; flap += 1) {
      if (flap % 2 === 0) await server.kill()
      else server.signal('SIGSTOP')
      all += await admitted(10)
      await wait(100 * flap)
      if (flap % 2 === 0) await server.startAgain()
      else server.signal('SIGCONT')
      all += await admitted(10)
    }
    await until(() => processes.every(({ redis }) => redis.client.isReady))
    all += await admitted(100)
    expect(all).toBe(100)
  })

  test('its memory is emptied under it: within a second it knows again what was admitted', async () => {
    expect(await admitted(90)).toBe(90)
    await processes[0]?.redis.client.flushAll()
    await wait(1_200)
    expect(await admitted(50)).toBe(10)
  })
})

/** As if other processes had served so many pages, and told both stores. */
const useUp = async (fleet: Fleet, url: string, count: number): Promise<void> => {
  const database = await openDatabase({ dataFolder: fleet.dataFolder })
  const redis = await openRedis(url, database, () => {})
  await until(() => redis.client.isReady)
  const pages = { limit: { ...limit, name: 'page-organization-hour' }, subject: 'default' }
  const counts = sliceCounts([pages], Date.now() / 1_000).map((one) => ({ ...one, count }))
  await addToRedis(redis, counts)
  await addCounts(database, counts)
  redis.close()
  await database.destroy()
}

describeWithRedis('under load, over HTTP', () => {
  test.each(['SIGKILL', 'SIGSTOP'] as const)('%s of Redis costs no 5xx and lifts no limit', async (signal) => {
    const redis = await startRedisServer()
    const fleet = await startFleet(1, { REDIS_URL: redis.url })
    try {
      await useUp(fleet, redis.url, 8_500)
      let isOver = false
      const during = sendLoad({ ...fleet.load, connections: 20, pause: 60, until: () => isOver })
      await wait(1_000)
      redis.signal(signal)
      await wait(2_000)
      isOver = true
      const rough = await during
      // The rest of the limit, as fast as it goes: all of it, and not one more than what was under way.
      const rest = await sendLoad({ ...fleet.load, connections: 20, requests: 2_000 })
      expect(new Set([...rough.statuses.keys(), ...rest.statuses.keys()])).toEqual(new Set([200, 429]))
      const served = [rough, rest].reduce((sum, { statuses }) => sum + (statuses.get(200) ?? 0), 0)
      expect(served).toBeLessThanOrEqual(1_500)
      expect(served).toBeGreaterThanOrEqual(1_500 - 20)
    } finally {
      await fleet.close()
      await redis.close()
    }
  })
})
