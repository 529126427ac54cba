/** What a process keeps of sites between two searches, up to a bound; the sites that were used longest ago go first. */
export class SiteMemory<Kept> {
  /** By site; the one that was used last stands last. */
  readonly #sites = new Map<string, Kept>()
  readonly #most: number
  readonly #sizeOf: (kept: Kept) => number

  /** @param most How much all sites together may take, in the unit of `sizeOf`. */
  constructor(most: number, sizeOf: (kept: Kept) => number) {
    this.#most = most
    this.#sizeOf = sizeOf
  }

  get(siteId: string): Kept | undefined {
    return this.#sites.get(siteId)
  }

  /** Keeps this of a site, as the one that was used last. */
  keep(siteId: string, kept: Kept): void {
    this.#sites.delete(siteId)
    this.#sites.set(siteId, kept)
  }

  drop(siteId: string): void {
    this.#sites.delete(siteId)
  }

  /** Drops the sites that were used longest ago, until the rest fits; never the one that was used last. */
  shrink(): void {
    let size = 0
    for (const kept of this.#sites.values()) size += this.#sizeOf(kept)
    for (const [siteId, kept] of this.#sites) {
      if (size <= this.#most || this.#sites.size === 1) return
      this.#sites.delete(siteId)
      size -= this.#sizeOf(kept)
    }
  }
}
