import { CompiledQuery } from 'kysely'
import { type ColumnValue, packArray } from './column-arrays.ts'
import { type Database, engineOf } from './database.ts'
import type { Tables } from './tables.ts'

type TypeOf<Value> =
  Exclude<Value, null> extends string ? 'text' : Exclude<Value, null> extends number ? 'integer' : 'bytea'

/** A table that many rows are written to at once. */
export interface BulkTable<Name extends keyof Tables> {
  readonly name: Name
  /** All of its columns. */
  readonly columns: { readonly [Column in keyof Tables[Name] & string]: TypeOf<Tables[Name][Column]> }
  /** The columns of the key, where rows replace those that have it already. @default none: such a row is an error */
  readonly replaces?: readonly (keyof Tables[Name] & string)[]
}

type BulkRow<Name extends keyof Tables> = { readonly [Column in keyof Tables[Name] & string]: ColumnValue }

/** Rows of a statement of SQLite, which prepares one for each of these sizes. */
const sqliteSizes = [64, 8, 1] as const
/** Rows of a statement of PostgreSQL: no more than can be packed without holding up anything else. */
const postgresSize = 512

/**
 * Writes many rows in few statements, several times faster than a query builder does: SQLite runs statements that it has
 * prepared before, PostgreSQL takes each column as one array.
 *
 * @throws Error when the database drops a row silently, as a trigger or a fault may do
 */
export const insertRows = async <Name extends keyof Tables>(
  transaction: Database,
  table: BulkTable<Name>,
  rows: readonly BulkRow<Name>[],
): Promise<void> => {
  const isPostgres = engineOf(transaction) === 'postgres'
  for (let start = 0, count = 0; start < rows.length; start += count) {
    const left = rows.length - start
    count = isPostgres ? Math.min(left, postgresSize) : (sqliteSizes.find((size) => size <= left) ?? 1)
    const some = rows.slice(start, start + count)
    const { sql, parameters } = isPostgres ? arrayInsert(table, some) : valuesInsert(table, some)
    const { numAffectedRows } = await transaction.executeQuery(CompiledQuery.raw(sql + onConflict(table), parameters))
    const dropped = count - Number(numAffectedRows ?? 0)
    if (dropped !== 0) throw new Error(`The database dropped ${dropped} of ${count} rows for ${table.name}.`)
  }
}

interface Insert {
  readonly sql: string
  readonly parameters: (ColumnValue | Buffer)[]
}

const arrayInsert = <Name extends keyof Tables>(
  { name, columns }: BulkTable<Name>,
  rows: readonly BulkRow<Name>[],
): Insert => {
  const names = namesOf(columns)
  const arrays = names.map((column, at) => `$${at + 1}::${columns[column]}[]`)
  const parameters = names.map((column) =>
    packArray(
      columns[column],
      rows.map((row) => row[column]),
    ),
  )
  return { sql: `insert into ${name} (${names.join()}) select * from unnest(${arrays.join()})`, parameters }
}

const valuesInsert = <Name extends keyof Tables>(
  { name, columns }: BulkTable<Name>,
  rows: readonly BulkRow<Name>[],
): Insert => {
  const names = namesOf(columns)
  const row = `(${names.map(() => '?').join()})`
  const parameters = rows.flatMap((values) => names.map((column) => values[column]))
  return { sql: `insert into ${name} (${names.join()}) values ${rows.map(() => row).join()}`, parameters }
}

const onConflict = <Name extends keyof Tables>({ columns, replaces = [] }: BulkTable<Name>): string => {
  if (replaces.length === 0) return ''
  const others = namesOf(columns).filter((column) => !replaces.includes(column))
  return ` on conflict (${replaces.join()}) do update set ${others.map((column) => `${column} = excluded.${column}`).join()}`
}

const namesOf = <Columns extends object>(columns: Columns) => {
  const names: Extract<keyof Columns, string>[] = []
  for (const name in columns) names.push(name)
  return names
}
