import { closeSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely'
import { sqliteFile } from '../data-folder.ts'
import { messageOf } from '../errors.ts'
import { makeDataFolder } from './data-folder.ts'
import { refuseUnfinishedRestore } from './unfinished.ts'

/** How long a write waits for another process. */
const busyMilliseconds = 10_000
/** The part of it during which the process is blocked; the rest of the time it does other things. */
const blockedMilliseconds = 5
const longestPauseMilliseconds = 20
/** After this time, a chain of statements lets everything else have a turn. */
const longestChainMilliseconds = 10
const busyCode = 5
/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const damageCodes: ReadonlySet<number> = new Set([11, 26])
const cachedStatements = 500

const asInput = (value: unknown): SQLInputValue => {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`SQLite cannot store a value of type ${typeof value}`)
}

const adaptStatement = (statement: StatementSync): SqliteStatement => ({
  reader: statement.columns().length > 0,
  all: (parameters) => statement.all(...parameters.map(asInput)),
  run: (parameters) => statement.run(...parameters.map(asInput)),
  iterate: (parameters) => statement.iterate(...parameters.map(asInput)),
})

/** Adapts `node:sqlite` to Kysely. Caches statements, because preparing one usually costs more than running it. */
const adaptDatabase = (database: DatabaseSync): SqliteDatabase => {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare: (sql) => {
      // SQLite obeys a pragma when it prepares it, so one from the cache would do nothing.
      if (sql.startsWith('pragma ')) return adaptStatement(database.prepare(sql))
      const cached = statements.get(sql)
      const statement = cached ?? adaptStatement(database.prepare(sql))
      // Inserted again, it becomes the most recent one.
      if (cached) statements.delete(sql)
      statements.set(sql, statement)
      const oldest = statements.keys().next()
      if (statements.size > cachedStatements && !oldest.done) statements.delete(oldest.value)
      return statement
    },
  }
}

/** SQLite’s primary error code; undefined for any other error. */
const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined

const isBusy = (error: unknown): boolean => codeOf(error) === busyCode

/** A file that isn’t a whole database. */
export class DamageError extends Error {
  constructor(file: string, reason: string, cause?: unknown) {
    super(`${file} is damaged: ${reason}. Restore a backup into another folder with "sidenote restore".`, { cause })
  }
}

/** Turns SQLite’s error about damage, which names no file, into a DamageError. Any other error stays as it is. */
export const nameDamage = (error: unknown, file: string): unknown =>
  damageCodes.has(codeOf(error) ?? 0) ? new DamageError(file, messageOf(error), error) : error

/** Retries until no other process holds the lock. SQLite’s own waiting would block this process. */
const whenFree = async <Result>(run: () => Result | Promise<Result>, file: string): Promise<Result> => {
  for (const until = performance.now() + busyMilliseconds; ; ) {
    try {
      return await run()
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw nameDamage(error, file)
    }
    await wait(Math.random() * longestPauseMilliseconds)
  }
}

/**
 * SQLite answers at once, so a chain of statements would leave streams, timers and requests no turn of the event loop. Await
 * the returned function before each statement: it gives up a turn when the chain has become long.
 */
const createPause = (): (() => Promise<void>) => {
  let startedAt: number | undefined
  return async () => {
    if (startedAt !== undefined) {
      if (performance.now() - startedAt > longestChainMilliseconds) await nextTurn()
      return
    }
    startedAt = performance.now()
    setImmediate(() => {
      startedAt = undefined
    })
  }
}

const waitWhenBusy = (
  connection: DatabaseConnection,
  { pause, file }: { pause: () => Promise<void>; file: string },
): DatabaseConnection => ({
  executeQuery: async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
    await pause()
    return whenFree(() => connection.executeQuery<Row>(query), file)
  },
  streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
})

/** Takes the write lock at the start of a transaction: one that reads first might not get it later. */
class ImmediateDriver extends SqliteDriver {
  readonly #database: DatabaseSync
  readonly #file: string
  readonly #pause = createPause()

  constructor(database: DatabaseSync, adapted: SqliteDatabase, file: string) {
    super({ database: adapted })
    this.#database = database
    this.#file = file
  }

  /**
   * When two processes switch a new file to WAL at once, SQLite lets neither of them wait. A commit waits until the disk has
   * it (`synchronous = full`), so that what was acknowledged survives a power failure.
   */
  override async init(): Promise<void> {
    await whenFree(() => this.#database.exec('pragma journal_mode = wal'), this.#file)
    this.#database.exec('pragma synchronous = full; pragma foreign_keys = on')
    await super.init()
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return waitWhenBusy(await super.acquireConnection(), { pause: this.#pause, file: this.#file })
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** SQLite itself rolls back when the disk is full; a second rollback would hide that error with its own. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection)
  }
}

/** SQLite in `sidenote.db` in the data folder. Several processes can have it open. */
export const sqliteDialect = (dataFolder: string): Dialect => {
  makeDataFolder(dataFolder)
  refuseUnfinishedRestore(dataFolder)
  const file = sqliteFile(dataFolder)
  // Created here so that it is private even in a folder that isn’t; SQLite gives its other files the same mode.
  closeSync(openSync(file, 'a', 0o600))
  const database = new DatabaseSync(file, { timeout: blockedMilliseconds })
  const adapted = adaptDatabase(database)
  const dialect = new SqliteDialect({ database: adapted })
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => new ImmediateDriver(database, adapted, file),
    createIntrospector: (kysely) => dialect.createIntrospector(kysely),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  }
}
