import { inBatches } from '../../src/database/batch.ts'
import { openDatabase } from '../../src/database/open.ts'
import { openRedis } from '../../src/database/redis.ts'
import { createDatabaseLimits } from '../../src/http/admission/limits/database-limits.ts'
import type { Clock, TakeFromLimits } from '../../src/http/admission/limits/decision.ts'
import { createRedisLimits } from '../../src/http/admission/limits/redis-limits.ts'
import { createTestDatabase } from './database.ts'

type StoreName = 'sqlite' | 'postgres' | 'redis'

/** The stores to run a suite on. */
export const limitStores: readonly StoreName[] = [
  'sqlite',
  ...(process.env.TEST_DATABASE_URL ? (['postgres'] as const) : []),
  ...(process.env.TEST_REDIS_URL ? (['redis'] as const) : []),
]

export interface LimitStore {
  /** The counts through a connection of its own, as another process would have it. */
  readonly open: (clock?: Clock) => Promise<TakeFromLimits>
  readonly close: () => Promise<void>
}

const openRedisStore = async (): Promise<LimitStore> => {
  const url = process.env.TEST_REDIS_URL
  if (!url) throw new Error('TEST_REDIS_URL is not set')
  // The name of an installation of its own keeps its keys apart.
  const store = await createTestDatabase()
  const opened: Awaited<ReturnType<typeof openRedis>>[] = []
  const open: LimitStore['open'] = async (clock) => {
    const redis = await openRedis(url, store.database, (error) => {
      throw error
    })
    opened.push(redis)
    if (!redis.client.isReady) await new Promise((resolve) => redis.client.once('ready', resolve))
    return inBatches(createRedisLimits(redis, clock))
  }
  const close = async () => {
    const [first] = opened
    if (first) {
      for await (const keys of first.client.scanIterator({ MATCH: `${first.prefix}*`, COUNT: 1_000 })) {
        if (keys.length > 0) await first.client.del(keys)
      }
    }
    for (const redis of opened) redis.close()
    await store.close()
  }
  return { open, close }
}

/** An empty store. */
export const openLimitStore = async (name: StoreName): Promise<LimitStore> => {
  if (name === 'redis') return openRedisStore()
  const store = await createTestDatabase(name)
  const opened: (typeof store.database)[] = []
  return {
    open: async (clock) => {
      const database = await openDatabase(store.options)
      opened.push(database)
      return inBatches(createDatabaseLimits(database, { clock }))
    },
    close: async () => {
      for (const database of opened) await database.destroy()
      await store.close()
    },
  }
}
