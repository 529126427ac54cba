/**
 * How much of each title or heading the query names: the weight of its words that the query has, times the share of the
 * whole that this is. What its other words weigh is not looked up but taken to be the same for all.
 */
export class Coverage {
  readonly #named: Float64Array
  readonly #count: Uint8Array
  readonly #words: Uint32Array
  readonly #unnamed: number

  constructor(words: Uint32Array, unnamed: number) {
    this.#named = new Float64Array(words.length)
    this.#count = new Uint8Array(words.length)
    this.#words = words
    this.#unnamed = unnamed
  }

  add(at: number, rarity: number): void {
    if (at >= this.#named.length) return
    this.#named[at] = (this.#named[at] ?? 0) + rarity
    this.#count[at] = (this.#count[at] ?? 0) + 1
  }

  of(at: number): number {
    const named = this.#named[at] ?? 0
    if (named === 0) return 0
    const rest = Math.max(0, (this.#words[at] ?? 0) - (this.#count[at] ?? 0)) * this.#unnamed
    return (named * named) / (named + rest)
  }
}
