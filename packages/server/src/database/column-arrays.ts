/** The types of columns that whole arrays are sent for. */
export type ColumnType = 'text' | 'integer' | 'bytea'
export type ColumnValue = string | number | Uint8Array | null

/** By which PostgreSQL knows them. */
const typeIds: Readonly<Record<ColumnType, number>> = { text: 25, integer: 23, bytea: 17 }
const headerLength = 20
const nullLength = -1

const lengthOf = (value: ColumnValue): number => {
  if (value === null) return 0
  if (typeof value === 'number') return 4
  return typeof value === 'string' ? Buffer.byteLength(value) : value.length
}

const write = (buffer: Buffer, value: Exclude<ColumnValue, null>, at: number): void => {
  if (typeof value === 'number') buffer.writeInt32BE(value, at)
  else if (typeof value === 'string') buffer.write(value, at)
  else buffer.set(value, at)
}

/**
 * Packs the values of one column as PostgreSQL's binary form of an array (`array_recv`), which costs both sides a fraction
 * of what writing and reading it as text does. After the header each value is its length in bytes, -1 for null, and the bytes.
 *
 * @param values Numbers are whole and below 2^31.
 */
export const packArray = (type: ColumnType, values: readonly ColumnValue[]): Buffer => {
  const lengths = values.map(lengthOf)
  const buffer = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + 4 + length, headerLength))
  // One dimension, which may have nulls; how many values, the first of them numbered 1.
  for (const [field, value] of [1, 1, typeIds[type], values.length, 1].entries()) buffer.writeInt32BE(value, field * 4)
  let at = headerLength
  for (const [index, value] of values.entries()) {
    const length = lengths[index] ?? 0
    buffer.writeInt32BE(value === null ? nullLength : length, at)
    if (value !== null) write(buffer, value, at + 4)
    at += 4 + length
  }
  return buffer
}
