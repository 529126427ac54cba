import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import { Pool, type PoolConfig, types } from 'pg'
import { guardPool } from './postgres-pool.ts'
import { withTlsMode } from './postgres-tls.ts'

const connectMilliseconds = 5_000
/** A process that freezes in a transaction keeps its locks no longer than this. */
const frozenMilliseconds = 15_000

/** Types that are read as numbers, as in SQLite: `bigint`, and `numeric`, which `sum` returns. Nothing here exceeds 2^53. */
const numbers: ReadonlySet<number> = new Set([types.builtins.INT8, types.builtins.NUMERIC])

/** How many connections are open and idle, and how many queries wait for one. */
export interface PoolState {
  readonly open: number
  readonly idle: number
  readonly waiting: number
}

interface PostgresOptions {
  readonly onLostConnection: (error: Error) => void
  /** Called once with a function that reads the state of the pool. */
  readonly onPool?: ((read: () => PoolState) => void) | undefined
  readonly mostConnections?: number
}

/**
 * PostgreSQL at `url`. Reports connections that are cut, idle or between two statements. Without a listener, their `error`
 * event would end the process, and the pool listens to idle connections only.
 */
export const postgresDialect = (
  url: string,
  { onLostConnection, onPool, mostConnections = 10 }: PostgresOptions,
): Dialect => {
  const config: PoolConfig = {
    connectionString: withTlsMode(url),
    connectionTimeoutMillis: connectMilliseconds,
    max: mostConnections,
    types: {
      getTypeParser: (id: number, format?: 'text' | 'binary') =>
        numbers.has(id) ? Number : types.getTypeParser(id, format === 'binary' ? 'text' : format),
    },
  }
  const pool = new Pool(config)
  onPool?.(() => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }))
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', onLostConnection))
  const guarded = { pool: guardPool(pool, config) }
  return Object.assign(new PostgresDialect(guarded), { createDriver: () => new BoundedDriver(guarded) })
}

/**
 * Ends the transactions of frozen processes. Each transaction sets this itself: PgBouncer accepts no such parameter when a
 * connection starts, and passes a session’s settings on to the next user of the connection.
 */
class BoundedDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await super.beginTransaction(connection, settings)
    await connection.executeQuery(
      CompiledQuery.raw(`set local idle_in_transaction_session_timeout = ${frozenMilliseconds}`),
    )
  }
}
