import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
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
import { messageOf } from '../errors.ts'
import { makeDataFolder } from './data-folder.ts'

/** How long a write waits for that of another process. */
const busyMilliseconds = 10_000
/** So much of it the process stands still; the rest of the time it does other things. */
const blockedMilliseconds = 5
const longestPauseMilliseconds = 20
/** So long a chain of statements goes on before everything else has its turn. */
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

/** Shows `node:sqlite` to Kysely; keeps the statements used last, since preparing costs more than most of them do. */
const adaptDatabase = (database: DatabaseSync): SqliteDatabase => {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const known = statements.get(sql)
      const statement = known ?? adaptStatement(database.prepare(sql))
      if (known) statements.delete(sql)
      statements.set(sql, statement)
      const oldest = statements.keys().next()
      if (statements.size > cachedStatements && !oldest.done) statements.delete(oldest.value)
      return statement
    },
  }
}

/** What SQLite calls the fault, without its details; undefined for any other error. */
const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined

const isBusy = (error: unknown): boolean => codeOf(error) === busyCode

/** A file that is no whole database. */
export class DamageError extends Error {
  constructor(file: string, reason: string, cause?: unknown) {
    super(`${file} is damaged: ${reason}. Put a backup into another folder with "sidenote restore".`, { cause })
  }
}

/** SQLite never says which file is damaged, nor what to do about it. Any other error stays as it is. */
export const nameDamage = (error: unknown, file: string): unknown =>
  damageCodes.has(codeOf(error) ?? 0) ? new DamageError(file, messageOf(error), error) : error

/** Tries until no other process holds the lock, without holding up everything else, as SQLite itself would. */
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
 * SQLite answers at once, so a chain of statements would leave no turn of the event loop to streams, timers and requests.
 * What this returns is awaited before each statement, and lets them in when a chain has become long.
 */
const createPause = (): (() => Promise<void>) => {
  let beganAt: number | undefined
  return async () => {
    if (beganAt !== undefined) {
      if (performance.now() - beganAt > longestChainMilliseconds) await nextTurn()
      return
    }
    beganAt = performance.now()
    setImmediate(() => {
      beganAt = undefined
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

/** Takes the write lock when a transaction begins: one that reads first could not get it later. */
class ImmediateDriver extends SqliteDriver {
  readonly #database: DatabaseSync
  readonly #file: string
  readonly #pause = createPause()

  constructor(database: DatabaseSync, adapted: SqliteDatabase, file: string) {
    super({ database: adapted })
    this.#database = database
    this.#file = file
  }

  /** Two processes that turn a new file into one with a log at once hold each other up; SQLite lets neither wait then. */
  override async init(): Promise<void> {
    await whenFree(() => this.#database.exec('pragma journal_mode = wal'), this.#file)
    this.#database.exec('pragma synchronous = normal; pragma foreign_keys = on')
    await super.init()
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return waitWhenBusy(await super.acquireConnection(), { pause: this.#pause, file: this.#file })
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** SQLite itself rolls back when the disk is full; a second time would be an error in place of the one that counts. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection)
  }
}

/** Where the store of a data folder is. */
export const sqliteFile = (dataFolder: string): string => join(dataFolder, 'sidenote.db')

/** SQLite in `sidenote.db` under the data folder. Several processes may have it open. */
export const sqliteDialect = (dataFolder: string): Dialect => {
  makeDataFolder(dataFolder)
  const file = sqliteFile(dataFolder)
  // Made by us, so that it is private also in a folder that is not; SQLite gives its other files the same mode.
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
