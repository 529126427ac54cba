import { ByteWriter } from './bytes.ts'

/** The fields of a page, or those of a section. */
const mostFields = 5

/**
 * Collects where the terms of a page stand, section by section. The posting of a term is a mask of the page's fields that
 * have it, then how often each of them does; then for each section that has it how many sections were passed over, and the
 * same of the section's fields. Terms are numbered, and what is known of them stands in long arrays: an object for each term
 * would take most of the time.
 */
export class PagePostings {
  readonly #ids = new Map<string, number>()
  /** By term, of the page or section that is being read: which fields have it, and `mostFields` counts of how often. */
  readonly #masks: number[] = []
  readonly #counts: number[] = []
  /** The terms that it has. */
  readonly #current: number[] = []
  /** By term: how many sections have it, and one more than the ordinal of the last of them. */
  readonly #sections: number[] = []
  readonly #next: number[] = []
  /** Parts of postings in the order of reading, each with its term and where it ends. */
  readonly #parts = new ByteWriter()
  readonly #partTerms: number[] = []
  readonly #partEnds: number[] = []

  /** Counts a term once more in a field of the page, or after `endPage` of the section, that is being read. */
  add(term: string, field: number): void {
    const id = this.#ids.get(term) ?? this.#number(term)
    const mask = this.#masks[id] ?? 0
    if (mask === 0) this.#current.push(id)
    this.#masks[id] = mask | (1 << field)
    const at = id * mostFields + field
    this.#counts[at] = (this.#counts[at] ?? 0) + 1
  }

  endPage(): void {
    for (const id of this.#current) {
      this.#next[id] = 0
      this.#writeFields(id)
    }
    this.#current.length = 0
  }

  endSection(ordinal: number): void {
    for (const id of this.#current) {
      let next = this.#next[id] ?? 0
      if (next < 0) {
        // No field of the page has it.
        this.#parts.number(0)
        next = 0
      }
      this.#parts.number(ordinal - next)
      this.#writeFields(id)
      this.#next[id] = ordinal + 1
      this.#sections[id] = (this.#sections[id] ?? 0) + 1
    }
    this.#current.length = 0
  }

  /** Sorts the parts by their terms. */
  finish(): { terms: string[]; sections: Uint32Array; ends: Uint32Array; bytes: Uint8Array } {
    const starts = new Uint32Array(this.#ids.size + 1)
    let start = 0
    for (const [part, id] of this.#partTerms.entries()) {
      const end = this.#partEnds[part] ?? start
      starts[id + 1] = (starts[id + 1] ?? 0) + end - start
      start = end
    }
    for (let id = 1; id < starts.length; id++) starts[id] = (starts[id] ?? 0) + (starts[id - 1] ?? 0)
    const ends = starts.slice(0, -1)
    const parts = this.#parts.finish()
    const bytes = new Uint8Array(parts.length)
    let from = 0
    for (const [part, id] of this.#partTerms.entries()) {
      let to = ends[id] ?? 0
      const end = this.#partEnds[part] ?? from
      while (from < end) bytes[to++] = parts[from++] ?? 0
      ends[id] = to
    }
    return { terms: [...this.#ids.keys()], sections: Uint32Array.from(this.#sections), ends, bytes }
  }

  #number(term: string): number {
    const id = this.#ids.size
    this.#ids.set(term, id)
    this.#masks.push(0)
    this.#sections.push(0)
    this.#next.push(-1)
    for (let field = 0; field < mostFields; field++) this.#counts.push(0)
    return id
  }

  /** Writes which fields have a term and how often, and begins anew. */
  #writeFields(id: number): void {
    this.#parts.number(this.#masks[id] ?? 0)
    for (let at = id * mostFields; at < (id + 1) * mostFields; at++) {
      const count = this.#counts[at] ?? 0
      if (count > 0) this.#parts.number(count)
      this.#counts[at] = 0
    }
    this.#masks[id] = 0
    this.#partTerms.push(id)
    this.#partEnds.push(this.#parts.length)
  }
}
