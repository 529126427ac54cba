/** What each of the best scores counts when they are added up. */
const weights = [1, 0.5, 0.25, 0.125] as const

/** The best scores of each of many pages. */
export class BestScores {
  /** The sum when all of them are 1. */
  static readonly most = weights.reduce((sum: number, weight) => sum + weight, 0)

  readonly #scores: Float64Array

  constructor(pages: number) {
    this.#scores = new Float64Array(pages * weights.length)
  }

  add(page: number, score: number): void {
    const end = (page + 1) * weights.length
    let rest = score
    for (let at = end - weights.length; at < end && rest > 0; at++) {
      const known = this.#scores[at] ?? 0
      if (rest <= known) continue
      this.#scores[at] = rest
      rest = known
    }
  }

  highest(page: number): number {
    return this.#scores[page * weights.length] ?? 0
  }

  /** Each counts half of the one before. */
  sum(page: number): number {
    return weights.reduce((sum, weight, at) => sum + weight * (this.#scores[page * weights.length + at] ?? 0), 0)
  }
}
