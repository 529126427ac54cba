import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import { Pool, types } from 'pg'

const connectMilliseconds = 5_000
/** A process that is frozen in a transaction keeps its locks no longer than this. */
const frozenMilliseconds = 15_000

/** `bigint`, and what `sum` makes of it, as numbers, as SQLite gives them. Nothing here counts beyond 2^53. */
const numbers: ReadonlySet<number> = new Set([types.builtins.INT8, types.builtins.NUMERIC])

/** How many connections there are, how many of them rest, and how many queries wait for one. */
export interface PoolState {
  readonly open: number
  readonly idle: number
  readonly waiting: number
}

interface PostgresOptions {
  readonly onLostConnection: (error: Error) => void
  /** Given what reads the state of the pool. */
  readonly onPool?: ((read: () => PoolState) => void) | undefined
}

/**
 * PostgreSQL at `url`. A connection that is cut goes to `onLostConnection`, idle or between two statements; an `error`
 * event that nobody listens to would end the process, and the pool listens to idle connections only.
 */
export const postgresDialect = (url: string, { onLostConnection, onPool }: PostgresOptions): Dialect => {
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: connectMilliseconds,
    types: {
      getTypeParser: (id: number, format?: 'text' | 'binary') =>
        numbers.has(id) ? Number : types.getTypeParser(id, format === 'binary' ? 'text' : format),
    },
  })
  onPool?.(() => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }))
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', onLostConnection))
  const dialect = new PostgresDialect({ pool })
  return Object.assign(dialect, { createDriver: () => new BoundedDriver({ pool }) })
}

/**
 * Ends transactions of processes that are frozen. Each transaction says so itself: PgBouncer takes no such parameter when
 * a connection begins, and hands a setting of a session on to whoever has the connection next.
 */
class BoundedDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await super.beginTransaction(connection, settings)
    await connection.executeQuery(
      CompiledQuery.raw(`set local idle_in_transaction_session_timeout = ${frozenMilliseconds}`),
    )
  }
}
