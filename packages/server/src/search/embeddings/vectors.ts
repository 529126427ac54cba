/** Packs a vector in a byte a dimension, relative to its largest value: only its direction matters. */
export function packVector(vector: readonly number[]): Uint8Array {
  let largest = 0
  for (const value of vector) largest = Math.max(largest, Math.abs(value))
  const packed = Int8Array.from(vector, (value) => (largest > 0 ? Math.round((127 * value) / largest) : 0))
  return new Uint8Array(packed.buffer)
}

/** Vectors of one size side by side. */
export interface PackedVectors {
  readonly size: number
  /** The vectors, one after the other. */
  readonly values: Int8Array
  /** The length of each; 0 for one without a meaning. */
  readonly norms: Float64Array
}

function normOf(vector: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < vector.length; at++) sum += (vector[at] ?? 0) ** 2
  return Math.sqrt(sum)
}

/** Puts packed vectors side by side; one of another size becomes one without a meaning. */
export function collectVectors(rows: readonly Uint8Array[], size: number): PackedVectors {
  const values = new Int8Array(size * rows.length)
  const norms = new Float64Array(rows.length)
  for (const [at, row] of rows.entries()) {
    if (row.length !== size) continue
    const vector = new Int8Array(row.buffer, row.byteOffset, row.length)
    values.set(vector, at * size)
    norms[at] = normOf(vector)
  }
  return { size, values, norms }
}

/** The mean of vectors of length 1, by dimension: some dimensions of a model are much the same in all texts. */
export function middleOf(collections: readonly PackedVectors[]): Float64Array {
  const middle = new Float64Array(collections[0]?.size ?? 0)
  let count = 0
  for (const { size, values, norms } of collections) {
    for (const [at, norm] of norms.entries()) {
      if (norm === 0) continue
      count++
      for (let dimension = 0, from = at * size; dimension < size; dimension++, from++) {
        middle[dimension] = (middle[dimension] ?? 0) + (values[from] ?? 0) / norm
      }
    }
  }
  return middle.map((sum) => sum / Math.max(1, count))
}

/** Vectors as a bit for each dimension, set above the middle: 32 in a word, each vector from a new word on. */
export interface Signs {
  /** Words of a vector. */
  readonly words: number
  readonly bits: Uint32Array
}

/** The signs of vectors that stand side by side. */
export function signsOf({ size, values, norms }: PackedVectors, middle: Float64Array): Signs {
  const words = Math.ceil(size / 32)
  const bits = new Uint32Array(words * norms.length)
  for (const [at, norm] of norms.entries()) {
    for (let dimension = 0, from = at * size; dimension < size; dimension++, from++) {
      if ((values[from] ?? 0) <= (middle[dimension] ?? 0) * norm) continue
      const word = at * words + (dimension >> 5)
      bits[word] = (bits[word] ?? 0) | (1 << (dimension & 31))
    }
  }
  return { words, bits }
}

/** In how many dimensions each vector is on the other side of the middle than the first of `query`: few at a small angle. */
export function differences(query: Signs, { words, bits }: Signs): Uint16Array {
  const counts = new Uint16Array(words === 0 ? 0 : bits.length / words)
  for (let at = 0, from = 0; at < counts.length; at++) {
    let count = 0
    for (let word = 0; word < words; word++, from++) {
      // The bits that are set, counted in pairs, fours and eights at once (Warren, “Hacker’s Delight”, 5-1).
      let differing = (query.bits[word] ?? 0) ^ (bits[from] ?? 0)
      differing -= (differing >>> 1) & 0x55555555
      differing = (differing & 0x33333333) + ((differing >>> 2) & 0x33333333)
      differing = (differing + (differing >>> 4)) & 0x0f0f0f0f
      count += Math.imul(differing, 0x01010101) >>> 24
    }
    counts[at] = count
  }
  return counts
}

/** The cosine between a vector of length 1 and one of the others; 0 for one without a meaning. */
export function cosine(query: Float64Array, { size, values, norms }: PackedVectors, at: number): number {
  const norm = norms[at] ?? 0
  if (norm === 0) return 0
  let sum = 0
  for (let dimension = 0, from = at * size; dimension < size; dimension++, from++) {
    sum += (query[dimension] ?? 0) * (values[from] ?? 0)
  }
  return sum / norm
}

/** The same direction, of length 1. */
export function unitOf(vector: readonly number[]): Float64Array {
  const norm = normOf(vector)
  return Float64Array.from(vector, (value) => (norm > 0 ? value / norm : 0))
}
