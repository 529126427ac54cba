import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { sql } from 'kysely'
import { sqliteFile } from '../data-folder.ts'
import { messageOf } from '../errors.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open.ts'
import { noteMove, noteMoveEnd } from './unfinished.ts'

/** The progress of a move. */
export interface MoveProgress {
  readonly table: string
  readonly copied: number
  readonly total: number
}

/** A table that was copied. */
export interface MovedTable {
  readonly table: string
  readonly rows: number
}

interface MoveOptions {
  /** The data folder of the SQLite installation. */
  readonly dataFolder: string
  /** A PostgreSQL database without rows of Sidenote. */
  readonly databaseUrl: string
  readonly onProgress?: (progress: MoveProgress) => void
}

type Row = Record<string, SQLOutputValue>

/** Below what PostgreSQL accepts in one statement. */
const mostParameters = 30_000
const mostCharacters = 4_000_000
const lockMilliseconds = 10_000
/** The target writes its own; the words of questions are an index. */
const isMoved = (table: string): boolean => table !== 'migrations' && !table.startsWith('turn_words')

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

const namesOf = (source: DatabaseSync, statement: string): string[] =>
  source
    .prepare(statement)
    .all()
    .map((row) => String(row.name))

/** All tables of the store; a table comes after those it refers to. */
const readTables = (source: DatabaseSync): string[] => {
  const names = namesOf(source, `select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`)
  const tables: string[] = []
  const visit = (table: string) => {
    if (tables.includes(table)) return
    const references = source.prepare(`select distinct "table" as name from pragma_foreign_key_list(?)`).all(table)
    for (const { name } of references) if (name !== table) visit(String(name))
    tables.push(table)
  }
  names.sort().forEach(visit)
  return tables.filter(isMoved)
}

const countRows = async (target: Database, table: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(target)
  return rows[0]?.count ?? 0
}

const refuseFilled = async (target: Database, tables: readonly string[]): Promise<void> => {
  for (const table of tables) {
    // An empty installation has nothing but its id.
    if (table === 'installation' || (await countRows(target, table)) === 0) continue
    throw new Error(
      `The PostgreSQL database is not empty: its table "${table}" has rows. Move into a database, or a schema, that Sidenote has not used yet.`,
    )
  }
}

const weightOf = (row: Row): number =>
  Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' || value instanceof Uint8Array ? value.length : 8),
    0,
  )

/** Splits rows into batches that fit into one statement. */
function* groupRows(rows: Iterable<Row>, columns: number): Generator<Row[]> {
  let batch: Row[] = []
  let weight = 0
  for (const row of rows) {
    batch.push(row)
    weight += weightOf(row)
    if ((batch.length + 1) * columns <= mostParameters && weight < mostCharacters) continue
    yield batch
    batch = []
    weight = 0
  }
  if (batch.length > 0) yield batch
}

interface Copy {
  readonly source: DatabaseSync
  readonly target: Database
  readonly onProgress: (progress: MoveProgress) => void
}

const copyTable = async ({ source, target, onProgress }: Copy, table: string): Promise<MovedTable> => {
  const columns = namesOf(source, `select name from pragma_table_info('${table.replaceAll("'", "''")}') order by cid`)
  const total = Number(source.prepare(`select count(*) as count from ${quote(table)}`).get()?.count ?? 0)
  const names = sql.join(columns.map((column) => sql.ref(column)))
  let copied = 0
  onProgress({ table, copied, total })
  for (const batch of groupRows(source.prepare(`select * from ${quote(table)}`).iterate(), columns.length)) {
    const values = batch.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
    await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(target)
    copied += batch.length
    onProgress({ table, copied, total })
  }
  const rows = await countRows(target, table)
  if (rows !== total) throw new Error(`The table "${table}" has ${total} rows, but only ${rows} were copied.`)
  return { table, rows }
}

const copyAll = async (copy: Copy): Promise<MovedTable[]> => {
  const { source, target } = copy
  const tables = readTables(source)
  return target.transaction().execute(async (transaction) => {
    await refuseFilled(transaction, tables)
    await transaction.deleteFrom('installation').execute()
    const moved: MovedTable[] = []
    for (const table of tables) {
      const one = await copyTable({ ...copy, target: transaction }, table).catch((cause: unknown) => {
        const message = messageOf(cause)
        throw new Error(`Could not copy the table "${table}", so nothing was moved: ${message}`, { cause })
      })
      moved.push(one)
    }
    return moved
  })
}

/** SQLite drops its log only for the one process that has the file open. What a server wrote after the copy would be lost. */
const refuseInUse = (source: DatabaseSync, dataFolder: string): void => {
  try {
    source.exec('pragma journal_mode = delete; pragma journal_mode = wal')
  } catch (cause) {
    throw new Error(
      `The database in ${dataFolder} is in use. Stop its server first: what it writes from now on wouldn’t be moved.`,
      { cause },
    )
  }
}

/**
 * Copies a SQLite installation into PostgreSQL in one transaction, and counts the rows of every table on both sides. SQLite
 * is locked against writes meanwhile, and stays as it is.
 *
 * @throws Error with a sentence, and then nothing is moved: a server uses the installation, the target isn’t empty, or a row
 *   can’t be copied
 */
export const moveToPostgres = async (options: MoveOptions): Promise<MovedTable[]> => {
  await noteMove(options.dataFolder)
  try {
    return await moveLocked(options)
  } finally {
    await noteMoveEnd(options.dataFolder)
  }
}

const moveLocked = async ({ dataFolder, databaseUrl, onProgress = () => {} }: MoveOptions): Promise<MovedTable[]> => {
  // Updates the schema of the folder, so that both sides have the same columns.
  await (await openDatabase({ dataFolder })).destroy()
  const source = new DatabaseSync(sqliteFile(dataFolder), { timeout: lockMilliseconds })
  try {
    refuseInUse(source, dataFolder)
    source.exec('begin immediate')
    const target = await openDatabase({ databaseUrl, dataFolder })
    try {
      return await copyAll({ source, target, onProgress })
    } finally {
      await target.destroy()
    }
  } finally {
    source.close()
  }
}
