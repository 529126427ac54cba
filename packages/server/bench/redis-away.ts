/**
 * How much longer requests wait when Redis goes away under load: killed, and hanging.
 *
 *   node --conditions=sidenote-source bench/redis-away.ts
 *
 * Needs `redis-server`. Prints, for each way, how many milliseconds the p99 of requests grows, without those that were
 * under way when Redis went, and the slowest request.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { startFleet } from '../test/support/fleet.ts'
import { percentile, sendLoad } from '../test/support/load.ts'
import { startRedisServer } from '../test/support/redis-server.ts'

const connections = 20

const loseRedis = async (signal: NodeJS.Signals): Promise<void> => {
  const redis = await startRedisServer()
  const fleet = await startFleet(1, { REDIS_URL: redis.url })
  const loadFor = async (milliseconds: number, act: () => Promise<void>) => {
    let isOver = false
    const load = sendLoad({ ...fleet.load, connections, pause: 60, until: () => isOver })
    await act()
    await wait(milliseconds)
    isOver = true
    return (await load).milliseconds.toSorted((one, other) => other - one)
  }
  try {
    const calm = await loadFor(2_500, async () => {})
    const rough = await loadFor(2_500, async () => {
      await wait(1_000)
      redis.signal(signal)
    })
    // Each connection may have one request under way when Redis goes.
    const growth = percentile(rough.slice(connections), 0.99) - percentile(calm, 0.99)
    console.log(`${signal}: p99 ${growth.toFixed()} ms more, slowest ${rough[0]?.toFixed()} ms`)
  } finally {
    await fleet.close()
    await redis.close()
  }
}

for (const signal of ['SIGKILL', 'SIGSTOP'] as const) await loseRedis(signal)
