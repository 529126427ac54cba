import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { sql } from 'kysely'
import { messageOf } from '../errors.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open.ts'
import { sqliteFile } from './sqlite.ts'

/** How far a move has come. */
export interface MoveProgress {
  readonly table: string
  readonly copied: number
  readonly total: number
}

export interface MovedTable {
  readonly table: string
  readonly rows: number
}

interface MoveOptions {
  /** Where the SQLite installation is. */
  readonly dataFolder: string
  /** A PostgreSQL without rows of Sidenote. */
  readonly databaseUrl: string
  readonly onProgress?: (progress: MoveProgress) => void
}

type Row = Record<string, SQLOutputValue>

/** What PostgreSQL takes in one statement, with room to spare. */
const mostParameters = 30_000
const mostCharacters = 4_000_000
const lockMilliseconds = 10_000
/** The target’s own: its schema is written by its own migrations. */
const notMoved: ReadonlySet<string> = new Set(['migrations'])

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

const namesOf = (source: DatabaseSync, statement: string): string[] =>
  source
    .prepare(statement)
    .all()
    .map((row) => String(row.name))

/** Every table of the store, those before the others that these refer to. */
const readTables = (source: DatabaseSync): string[] => {
  const names = namesOf(source, `select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`)
  const tables: string[] = []
  const visit = (table: string) => {
    if (tables.includes(table)) return
    const referred = source.prepare(`select distinct "table" as name from pragma_foreign_key_list(?)`).all(table)
    for (const { name } of referred) if (name !== table) visit(String(name))
    tables.push(table)
  }
  names.sort().forEach(visit)
  return tables.filter((table) => !notMoved.has(table))
}

const countRows = async (target: Database, table: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(target)
  return rows[0]?.count ?? 0
}

const refuseFilled = async (target: Database, tables: readonly string[]): Promise<void> => {
  for (const table of tables) {
    // A name of its own is all that an empty installation has.
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

/** Groups of rows that one statement can hold. */
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

interface Copying {
  readonly source: DatabaseSync
  readonly target: Database
  readonly onProgress: (progress: MoveProgress) => void
}

const copyTable = async ({ source, target, onProgress }: Copying, table: string): Promise<MovedTable> => {
  const columns = namesOf(source, `select name from pragma_table_info('${table.replaceAll("'", "''")}') order by cid`)
  const total = Number(source.prepare(`select count(*) as count from ${quote(table)}`).get()?.count ?? 0)
  const into = sql.join(columns.map((column) => sql.ref(column)))
  let copied = 0
  onProgress({ table, copied, total })
  for (const batch of groupRows(source.prepare(`select * from ${quote(table)}`).iterate(), columns.length)) {
    const values = batch.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
    await sql`insert into ${sql.table(table)} (${into}) values ${sql.join(values)}`.execute(target)
    copied += batch.length
    onProgress({ table, copied, total })
  }
  const arrived = await countRows(target, table)
  if (arrived !== total) throw new Error(`The table "${table}" has ${total} rows, but ${arrived} arrived.`)
  return { table, rows: arrived }
}

const copyAll = async (copying: Copying): Promise<MovedTable[]> => {
  const { source, target } = copying
  const tables = readTables(source)
  return target.transaction().execute(async (transaction) => {
    await refuseFilled(transaction, tables)
    await transaction.deleteFrom('installation').execute()
    const moved: MovedTable[] = []
    for (const table of tables) {
      const one = await copyTable({ ...copying, target: transaction }, table).catch((cause: unknown) => {
        const message = messageOf(cause)
        throw new Error(`The table "${table}" could not be copied; nothing was moved: ${message}`, { cause })
      })
      moved.push(one)
    }
    return moved
  })
}

/** SQLite gives up its log for the only one who has the file open. What a server wrote after the copy would be lost. */
const refuseInUse = (source: DatabaseSync, dataFolder: string): void => {
  try {
    source.exec('pragma journal_mode = delete; pragma journal_mode = wal')
  } catch (cause) {
    throw new Error(
      `The database in ${dataFolder} is in use. Stop its server first: what it writes from now on would not be moved.`,
      { cause },
    )
  }
}

/**
 * Copies a SQLite installation into PostgreSQL, in one transaction, and counts every table on both sides. SQLite is
 * locked against writes meanwhile and is left as it is.
 *
 * @throws Error a sentence, when a server has the installation open, the target is not empty or a row cannot be copied;
 * nothing is moved then.
 */
export const moveToPostgres = async (options: MoveOptions): Promise<MovedTable[]> => {
  const { dataFolder, databaseUrl, onProgress = () => {} } = options
  // Brings the older schema of a folder up to date, so that both sides have the same columns.
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
