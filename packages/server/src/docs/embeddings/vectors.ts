/** Packs a vector in a byte a dimension, relative to its largest; its length does not matter to what it means. */
export function packVector(vector: readonly number[]): Uint8Array {
  let largest = 0
  for (const value of vector) largest = Math.max(largest, Math.abs(value))
  const packed = Int8Array.from(vector, (value) => (largest > 0 ? Math.round((127 * value) / largest) : 0))
  return new Uint8Array(packed.buffer)
}

/** Vectors of one size side by side. */
export interface PackedVectors {
  size: number
  /** The vectors, one after the other. */
  values: Int8Array
  /** The length of each. */
  norms: Float64Array
}

/** Puts packed vectors side by side; those of another size than the first are as if they meant nothing. */
export function collectVectors(rows: readonly Uint8Array[]): PackedVectors {
  const size = rows[0]?.length ?? 0
  const values = new Int8Array(size * rows.length)
  const norms = new Float64Array(rows.length)
  for (const [at, row] of rows.entries()) {
    if (row.length !== size) continue
    const vector = new Int8Array(row.buffer, row.byteOffset, row.length)
    values.set(vector, at * size)
    norms[at] = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  }
  return { size, values, norms }
}

/** The cosine between a vector and each of the others; 0 for those that mean nothing. */
export function cosines(query: readonly number[], { size, values, norms }: PackedVectors): Float64Array {
  const found = new Float64Array(norms.length)
  if (query.length !== size) return found
  const vector = Float64Array.from(query)
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  for (let at = 0; at < found.length; at++) {
    let sum = 0
    for (let dimension = 0, from = at * size; dimension < size; dimension++, from++) {
      sum += (vector[dimension] ?? 0) * (values[from] ?? 0)
    }
    const norm = length * (norms[at] ?? 0)
    found[at] = norm > 0 ? sum / norm : 0
  }
  return found
}
