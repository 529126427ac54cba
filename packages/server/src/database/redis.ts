import { createClient } from '@redis/client'
import type { Database } from './database.ts'

/** How long one command may take; the first that waits in vain spares all others. All in milliseconds. */
const commandMilliseconds = 250
const connectMilliseconds = 2_000
/** Between two attempts to connect again; a Redis that is away costs its users nothing meanwhile. */
const longestWait = 1_000

/** A connection to Redis; commands fail at once while it is away, instead of waiting. */
export type RedisClient = ReturnType<typeof createClientFor>

/** Redis, as this installation uses it. */
export interface Redis {
  readonly client: RedisClient
  /** Stands before every key and channel: two installations may share one Redis. */
  readonly prefix: string
  /** Rejects when the command has no answer within a quarter of a second. */
  readonly within: <Value>(command: Promise<Value>) => Promise<Value>
  readonly close: () => void
}

const createClientFor = (url: string) =>
  createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: connectMilliseconds,
      reconnectStrategy: (tries) => Math.min(longestWait, 50 * 2 ** tries) + Math.random() * 50,
    },
  })

const within = <Value>(command: Promise<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    const refuse = () => reject(new Error(`Redis did not answer in ${commandMilliseconds} ms.`))
    // A process that was busy itself first reads what has arrived meanwhile.
    const timer = setTimeout(() => setImmediate(refuse), commandMilliseconds)
    command.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/**
 * Connects to Redis and stays connected; whatever needs it has to go on without it.
 *
 * @param onAway told once for each time that Redis goes away
 */
export const openRedis = async (url: string, database: Database, onAway: (error: Error) => void): Promise<Redis> => {
  const { id } = await database.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  const client = createClientFor(url)
  let isAway = false
  client.on('ready', () => {
    isAway = false
  })
  client.on('error', (error: Error) => {
    if (!isAway) onAway(error)
    isAway = true
  })
  // It tries again by itself, as often as it takes; what went wrong is an `error` event.
  void client.connect().catch(() => undefined)
  return { client, prefix: `sidenote:${id}:`, within, close: () => client.destroy() }
}
