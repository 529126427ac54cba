import type { SourceItem } from '../source.ts'

/** Addresses of which the same is told. */
export interface Listed {
  count: number
  first: URL
}

/** `2 addresses outside of https://a.example, such as …`. */
export const listed = ({ count, first }: Listed, what: string): string =>
  count === 1 ? `an address ${what}: ${first}.` : `${count} addresses ${what}, such as ${first}.`

const mostOutside = 10_000

/** What a crawl tells of the pages that it did not read. */
export class CrawlReport {
  readonly #start: URL
  /** Pages that links led to and that could not be read. */
  readonly #unread: URL[] = []
  /** Addresses that give no page, by what is told of them. */
  readonly #left = new Map<string, Listed>()
  readonly #outside: URL[] = []
  readonly #outsidePaths = new Set<string>()
  #folder = ''
  /** What kept the first page from being read: a sentence with a space before it. */
  why = ''
  /** A page beyond the cap of depth. */
  tooDeep: URL | undefined

  constructor(start: URL) {
    this.#start = start
  }

  /** Takes note of an address that gives no page, and of the sentence that says why. */
  leave(url: URL, what: string, sentence?: string): void {
    const left = this.#left.get(what)
    this.#left.set(what, { count: (left?.count ?? 0) + 1, first: left?.first ?? url })
    if (sentence) this.why ||= ` ${sentence}`
  }

  /** Takes note of a page of the website that does not stand below where the crawl began. */
  leaveOutside(url: URL, folder: string): void {
    this.#folder = folder
    const known = this.#outsidePaths
    if (known.has(url.pathname) || known.size >= mostOutside) return
    known.add(url.pathname)
    this.#outside.push(url)
  }

  /** Takes note of a page that could not be read: those that only it leads to were not seen. */
  miss(url: URL): void {
    this.#unread.push(url)
  }

  note(reason: string): SourceItem {
    return { kind: 'left-out', failure: { path: this.#start.href, reason } }
  }

  incomplete(reason: string): SourceItem {
    this.why ||= ` ${reason}`
    return { kind: 'incomplete', failure: { path: this.#start.href, reason } }
  }

  /** What is told when the crawl has come to its end. */
  *end({ isSitemap, depth }: { isSitemap: boolean; depth: number }): Generator<SourceItem> {
    const [first, ...others] = this.#unread
    if (first) {
      const what = others.length > 0 ? `${others.length + 1} pages were` : `${first} was`
      yield this.incomplete(`${what} not read, nor what only ${others.length > 0 ? 'they lead' : 'it leads'} to.`)
    }
    for (const [what, left] of this.#left)
      yield this.note(`${isSitemap ? 'The sitemap lists' : 'Links lead to'} ${listed(left, what)}`)
    const [outside, ...more] = this.#outside
    if (outside)
      yield this.note(
        `Links lead to ${listed({ count: more.length + 1, first: outside }, `of the website outside of ${this.#folder}`)}`,
      )
    if (this.tooDeep) {
      yield this.note(`Pages beyond the cap of depth (${depth}) were left out, such as ${this.tooDeep}.`)
    }
  }
}
