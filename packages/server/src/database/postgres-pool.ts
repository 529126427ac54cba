import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { Client, type ClientBase, type Pool, type PoolClient, type PoolConfig } from 'pg'
import { explainTls } from './postgres-tls.ts'

/** After this time without an answer, a connection is compared with a new one, in milliseconds. */
const silentMilliseconds = 5_000
/** How long a new connection may take to say which server it leads to, in milliseconds. */
const comparedMilliseconds = 5_000

/** When the server behind a connection was started: every server, and every start of it, has its own moment. */
const readStart = async (client: Pick<ClientBase, 'query'>): Promise<string> => {
  const { rows } = await client.query<{ start: string }>('select pg_postmaster_start_time()::text as start')
  return rows[0]?.start ?? ''
}

const inTime = <Value>(work: Promise<Value>): Promise<Value> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error('timeout exceeded when trying to connect: the server says nothing')),
      comparedMilliseconds,
    )
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Ends the connection if new ones lead to another server. If there are no new ones, its statement waits on. */
const endIfLeftBehind = async (
  client: PoolClient & Partial<Pick<Client, 'end'>>,
  start: string,
  config: PoolConfig,
): Promise<void> => {
  const other = new Client({ ...config, connectionTimeoutMillis: comparedMilliseconds })
  other.on('error', () => {})
  try {
    await other.connect()
    // With a statement under way, this closes the socket without asking the server.
    if ((await inTime(readStart(other))) !== start) void client.end?.()
  } catch {
    // Nothing is known of the server, so nothing is done about it.
  } finally {
    void other.end().catch(() => {})
  }
}

const guard = (client: PoolClient, start: string, config: PoolConfig): PostgresPoolClient => {
  const query = async (text: string, parameters?: unknown[]) => {
    let isComparing = false
    const compare = async () => {
      if (isComparing) return
      isComparing = true
      await endIfLeftBehind(client, start, config)
      isComparing = false
    }
    const timer = setInterval(() => void compare(), silentMilliseconds)
    try {
      return await client.query(text, parameters)
    } finally {
      clearInterval(timer)
    }
  }
  return Object.assign(Object.create(client), { query })
}

/**
 * The connections of a pool, without those whose server has been replaced. When a machine loses its power or its network, its
 * connections are never closed, and the system keeps waiting on them for a quarter of an hour. A statement that has waited
 * for 5 s therefore asks on a new connection which server answers now.
 */
export const guardPool = (pool: Pool, config: PoolConfig): PostgresPool => {
  const guarded = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect().catch((error: unknown) => {
        throw explainTls(error)
      })
      const known = guarded.get(client)
      if (known) return known
      try {
        const opened = guard(client, await inTime(readStart(client)), config)
        guarded.set(client, opened)
        return opened
      } catch (error) {
        client.release(true)
        throw error
      }
    },
  }
}
