import { createClient } from '@redis/client'
import type { Database } from './database.ts'

/** How long a command may take, in milliseconds. */
const commandMilliseconds = 250
const connectMilliseconds = 2_000
/** Most milliseconds between two attempts to reconnect. */
const longestWait = 1_000

/** A connection to Redis. While Redis is away, commands fail at once instead of waiting. */
export type RedisClient = ReturnType<typeof createClientFor>

/** The Redis of this installation. */
export interface Redis {
  readonly client: RedisClient
  /** Starts every key and channel, because installations may share a Redis. */
  readonly prefix: string
  /** Rejects when the command isn’t answered within a quarter of a second. */
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
    // A process that was busy itself first reads the answers that have arrived.
    const timer = setTimeout(() => setImmediate(refuse), commandMilliseconds)
    command.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/**
 * Connects to Redis and stays connected. Everything that uses it has to work without it.
 *
 * @param onAway called once each time that Redis goes away
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
  // It retries by itself, and reports failures as `error` events.
  void client.connect().catch(() => undefined)
  return { client, prefix: `sidenote:${id}:`, within, close: () => client.destroy() }
}
