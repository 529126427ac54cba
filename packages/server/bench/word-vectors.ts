/**
 * Makes `src/search/words/word-vectors.json`: what the words of documentation mean, as the company that they keep.
 *
 *   sh bench/word-vectors/get-texts.sh DIR
 *   node --conditions=sidenote-source --max-old-space-size=8000 bench/word-vectors.ts --texts DIR [WORD…]
 *
 * It counts how often two terms stand near each other in one section, takes the positive pointwise mutual information of
 * that, and keeps the first singular vectors (Levy, Goldberg and Dagan, “Improving Distributional Similarity with Lessons
 * Learned from Word Embeddings”, TACL 2015). The middle of all is taken out, and a frequent word weighs less (Arora, Liang
 * and Ma, “A Simple but Tough-to-Beat Baseline for Sentence Embeddings”, ICLR 2017). It prints the nearest terms of the words that are given.
 */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readTerms } from '../src/search/words/words.ts'
import { readPool } from './corpus.ts'

const { values, positionals } = parseArgs({
  options: { texts: { type: 'string' } },
  allowPositionals: true,
})
if (!values.texts) throw new Error('--texts says where the documentation is.')
const file = join(import.meta.dirname, '../src/search/words/word-vectors.json')

const mostTerms = 12_000
const leastCount = 15
const dimensions = 64
/** Terms that stand at most so far apart count as near; the farther, the less. */
const reach = 6
/** Of all terms: of one that is more frequent, only some are read; and the share at which one weighs half. */
const frequent = 3e-4
const half = 1e-3
/** Rounds of power iteration for each singular vector. */
const rounds = 24

/** The same numbers in every run. */
let seed = 1
const random = (): number => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed / 2_147_483_647
}

/** The sections of all pages as terms, each text once. */
const readSections = async (folder: string): Promise<string[][]> => {
  const texts = new Set<string>()
  for (const { parsed } of await readPool(folder))
    for (const { heading, prose } of parsed.sections) texts.add(`${heading ?? ''}\n${prose}`)
  return [...texts].map((text) => readTerms(text))
}

interface Vocabulary {
  readonly terms: readonly string[]
  readonly places: ReadonlyMap<string, number>
  /** By place: the part of all terms that it is. */
  readonly shares: readonly number[]
}

const readVocabulary = (sections: readonly (readonly string[])[]): Vocabulary => {
  const counts = new Map<string, number>()
  for (const section of sections) for (const term of section) counts.set(term, (counts.get(term) ?? 0) + 1)
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const known = [...counts]
    .filter(([term, count]) => count >= leastCount && /^[a-z][a-z\d]{1,24}$/.test(term))
    .sort(([, one], [, other]) => other - one)
    .slice(0, mostTerms)
  const terms = known.map(([term]) => term)
  return { terms, places: new Map(terms.map((term, at) => [term, at])), shares: known.map(([, count]) => count / all) }
}

/** How often each two terms are near each other, row by row. */
const countPairs = (sections: readonly (readonly string[])[], { terms, places, shares }: Vocabulary): Float32Array => {
  const size = terms.length
  const counts = new Float32Array(size * size)
  for (const section of sections) {
    const read = section
      .flatMap((term) => places.get(term) ?? [])
      .filter((at) => random() < Math.sqrt(frequent / (shares[at] ?? 1)))
    for (const [at, one] of read.entries()) {
      for (let far = 1; far <= reach && at + far < read.length; far++) {
        const other = read[at + far] ?? one
        if (one === other) continue
        const count = 1 / Math.sqrt(far)
        counts[one * size + other] = (counts[one * size + other] ?? 0) + count
        counts[other * size + one] = (counts[other * size + one] ?? 0) + count
      }
    }
  }
  return counts
}

/** A square matrix without its zeros, row by row. */
interface Sparse {
  readonly ends: Uint32Array
  readonly columns: Uint32Array
  readonly values: Float32Array
}

/** How much more often two terms are near each other than by chance; what was hardly seen says nothing. */
const readInformation = (counts: Float32Array, size: number): Sparse => {
  const sums = Float64Array.from({ length: size }, (_, row) =>
    counts.subarray(row * size, (row + 1) * size).reduce((sum, count) => sum + count, 0),
  )
  // A power below 1 keeps rare terms from being near to each other by a few chances.
  const chances = sums.map((sum) => sum ** 0.75)
  const all = chances.reduce((sum, chance) => sum + chance, 0)
  const ends = new Uint32Array(size)
  const columns: number[] = []
  const values: number[] = []
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const count = counts[row * size + column] ?? 0
      const information = count < 1 ? 0 : Math.log((count * all) / ((sums[row] ?? 1) * (chances[column] ?? 1)))
      if (information <= 0) continue
      columns.push(column)
      values.push(information)
    }
    ends[row] = columns.length
  }
  return { ends, columns: Uint32Array.from(columns), values: Float32Array.from(values) }
}

const lengthOf = (vector: Float64Array): number => Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))

/** The matrix times a vector, or its transpose. */
const times = ({ ends, columns, values }: Sparse, vector: Float64Array, transposed: boolean): Float64Array => {
  const result = new Float64Array(vector.length)
  for (let row = 0, at = 0; row < ends.length; row++) {
    for (const end = ends[row] ?? at; at < end; at++) {
      const [to, from] = transposed ? [columns[at] ?? 0, row] : [row, columns[at] ?? 0]
      result[to] = (result[to] ?? 0) + (values[at] ?? 0) * (vector[from] ?? 0)
    }
  }
  return result
}

/** The first left singular vectors, each times the root of its singular value, by power iteration. */
const singularVectors = (matrix: Sparse): Float64Array[] => {
  const size = matrix.ends.length
  const found: Float64Array[] = []
  const scaled: Float64Array[] = []
  while (found.length < dimensions) {
    let vector: Float64Array = Float64Array.from({ length: size }, () => random() - 0.5)
    let value = 0
    for (let round = 0; round < rounds; round++) {
      vector = times(matrix, times(matrix, vector, true), false)
      for (const known of found) {
        const shared = known.reduce((sum, each, at) => sum + each * (vector[at] ?? 0), 0)
        for (const [at, each] of known.entries()) vector[at] = (vector[at] ?? 0) - shared * each
      }
      const length = lengthOf(vector)
      value = Math.sqrt(length)
      vector = vector.map((each) => each / length)
    }
    found.push(vector)
    scaled.push(vector.map((each) => each * Math.sqrt(value)))
  }
  return scaled
}

const unit = (vector: Float64Array): Float64Array => {
  const length = lengthOf(vector) || 1
  return vector.map((value) => value / length)
}

/** A vector of length 1 for each term, without what all have in common. */
const readVectors = (columns: readonly Float64Array[], size: number): Float64Array[] => {
  const rows = Array.from({ length: size }, (_, row) => unit(Float64Array.from(columns, (column) => column[row] ?? 0)))
  const middle = columns.map((_, at) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0) / size)
  return rows.map((row) => unit(row.map((value, at) => value - (middle[at] ?? 0))))
}

/** A byte by which those behind it are multiplied, one for each dimension. */
const packed = (vectors: readonly Float64Array[], shares: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(vectors.length * (1 + dimensions))
  for (const [place, vector] of vectors.entries()) {
    const start = place * (1 + dimensions)
    const most = Math.max(...vector.map(Math.abs)) || 1
    bytes.writeUInt8(Math.round((255 * most * half) / (half + (shares[place] ?? 0))), start)
    for (const [at, value] of vector.entries()) bytes.writeInt8(Math.round((127 * value) / most), start + 1 + at)
  }
  return bytes
}

const sections = await readSections(values.texts)
const vocabulary = readVocabulary(sections)
const { terms, places, shares } = vocabulary
console.log(`${sections.length} sections, ${terms.length} terms`)
const vectors = readVectors(
  singularVectors(readInformation(countPairs(sections, vocabulary), terms.length)),
  terms.length,
)
await writeFile(
  file,
  `${JSON.stringify({ terms: terms.join(' '), vectors: packed(vectors, shares).toString('base64') })}\n`,
)
for (const word of positionals) {
  const own = vectors[places.get(readTerms(word)[0] ?? '') ?? -1]
  if (!own) continue
  const near = vectors
    .map((vector, at) => ({
      term: terms[at],
      cosine: vector.reduce((sum, value, on) => sum + value * (own[on] ?? 0), 0),
    }))
    .sort((one, other) => other.cosine - one.cosine)
  console.log(
    `${word}: ${near
      .slice(1, 10)
      .map(({ term, cosine }) => `${term} ${cosine.toFixed(2)}`)
      .join(', ')}`,
  )
}
process.exit()
