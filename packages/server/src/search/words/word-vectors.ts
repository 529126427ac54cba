import data from './word-vectors.json' with { type: 'json' }

/**
 * What words of software documentation mean, as `bench/word-vectors.ts` learnt it from the company that they keep: words that
 * stand among the same others (“folder” and “directory”) have vectors near each other. Only English ones are known.
 */
interface WordVectors {
  readonly places: ReadonlyMap<string, number>
  /** For each term a byte by which those behind it are multiplied, and its vector, shorter for a frequent one. */
  readonly bytes: Int8Array
  /** Of a term. */
  readonly length: number
}

let known: WordVectors | undefined

/** Read with the first question: a process that answers none has no need of them. */
const wordVectors = (): WordVectors => {
  if (known) return known
  const terms = data.terms.split(' ')
  const buffer = Buffer.from(data.vectors, 'base64')
  const bytes = new Int8Array(buffer.buffer, buffer.byteOffset, buffer.length)
  known = { places: new Map(terms.map((term, at) => [term, at])), bytes, length: bytes.length / terms.length }
  return known
}

/** The mean of what terms mean, a frequent one counting less, as a vector of length 1; undefined when none is known. */
export const meaningOf = (terms: Iterable<string>): Float64Array | undefined => {
  const { places, bytes, length } = wordVectors()
  const sum = new Float64Array(length - 1)
  for (const term of terms) {
    const place = places.get(term)
    if (place === undefined) continue
    const start = place * length
    const scale = (bytes[start] ?? 0) & 255
    for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + scale * (bytes[start + 1 + at] ?? 0)
  }
  const size = Math.hypot(...sum)
  return size > 0 ? sum.map((value) => value / size) : undefined
}

/** How near two meanings are, −1 to 1; 0 when one is not known. */
export const nearness = (one: Float64Array | undefined, other: Float64Array | undefined): number =>
  one && other ? one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0) : 0
