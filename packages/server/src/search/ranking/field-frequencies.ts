import type { ByteReader } from '../index/bytes.ts'
import type { Field } from '../index/page-index.ts'

/** How much a word counts in each field. */
export const weights: Readonly<Record<Field, number>> = {
  title: 7,
  path: 2.25,
  description: 3,
  heading: 2,
  breadcrumbs: 1,
  prose: 1,
  code: 0.3,
}
/** How far the length of a field matters (`b`). */
const norms: Readonly<Record<Field, number>> = {
  title: 0.5,
  path: 0.5,
  description: 0.5,
  heading: 0.5,
  breadcrumbs: 0.5,
  prose: 0.6,
  code: 0.75,
}

/** The fields that pages have, or sections, with how long each of them is. */
interface MeasuredFields {
  readonly names: readonly Field[]
  readonly weights: Readonly<Record<Field, number>>
  /** In terms, of all pages or sections; the fields of each stand side by side. */
  readonly lengths: Uint32Array
  /** By field. */
  readonly averages: readonly number[]
}

/** Reads how often a term stands in the fields of a page or section, relative to how long these are. */
export class FieldFrequencies {
  readonly #lengths: Uint32Array
  /** By field: a frequency is multiplied by its weight, and divided by `base + slope * length`. */
  readonly #norms: { weight: number; base: number; slope: number }[]

  constructor({ names, lengths, averages, ...fields }: MeasuredFields) {
    this.#lengths = lengths
    this.#norms = names.map((name, field) => {
      const average = averages[field] ?? 0
      return { weight: fields.weights[name], base: 1 - norms[name], slope: average > 0 ? norms[name] / average : 0 }
    })
  }

  /**
   * Reads the counts that follow a mask, and gives their weighted sum.
   *
   * @param mask Of the fields that have the term.
   * @param at Which page or section it is.
   */
  read(reader: ByteReader, mask: number, at: number): number {
    const norms = this.#norms
    const start = at * norms.length
    let sum = 0
    for (let field = 0, rest = mask; rest > 0; field++, rest >>>= 1) {
      if (!(rest & 1)) continue
      const times = reader.number()
      const norm = norms[field]
      if (norm) sum += (norm.weight * times) / (norm.base + norm.slope * (this.#lengths[start + field] ?? 0))
    }
    return sum
  }
}

/** Passes over a mask and the counts that follow it, and gives the mask. */
export function skipFrequency(reader: ByteReader): number {
  const mask = reader.number()
  for (let rest = mask; rest > 0; rest >>>= 1) if (rest & 1) reader.number()
  return mask
}
