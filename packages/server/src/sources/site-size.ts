import { type Quotas, writeCount, writeMegabytes } from '../quotas.ts'
import type { KnownPage } from './known-pages.ts'

interface Size {
  readonly pages: number
  readonly bytes: number
}

const plus = (one: Size, other: Size): Size => ({ pages: one.pages + other.pages, bytes: one.bytes + other.bytes })

/** Until a source is read to its end, the pages that it had stay beside those that it has. */
const mostBeside = 2

/** Counts the pages of a site while its sources are read. */
export class SiteSize {
  readonly #quotas: Pick<Quotas, 'sitePages' | 'siteBytes'>
  #read: Size = { pages: 0, bytes: 0 }
  /** What the index has, and what this run adds to it. */
  #stored: Size

  constructor(known: Iterable<KnownPage>, quotas: Pick<Quotas, 'sitePages' | 'siteBytes'>) {
    this.#quotas = quotas
    this.#stored = [...known].reduce<Size>((sum, { bytes }) => plus(sum, { pages: 1, bytes }), { pages: 0, bytes: 0 })
  }

  /**
   * Counts a page. @param known what the index has at its path
   * @throws Error a sentence with figure and bound when the site becomes too large with it
   */
  add(bytes: number, known: KnownPage | undefined): void {
    this.#read = plus(this.#read, { pages: 1, bytes })
    this.#stored = plus(this.#stored, { pages: known ? 0 : 1, bytes: bytes - (known?.bytes ?? 0) })
    const { sitePages, siteBytes } = this.#quotas
    const advice = 'What was read before is in the index, and nothing was removed from it.'
    if (this.#read.pages > sitePages || this.#stored.pages > mostBeside * sitePages) {
      const pages = writeCount(Math.max(this.#read.pages, this.#stored.pages))
      throw new Error(
        `The site has at least ${pages} pages, those included that its sources had before; it may have ${writeCount(sitePages)} (SIDENOTE_SITE_PAGES). ${advice}`,
      )
    }
    if (this.#read.bytes <= siteBytes && this.#stored.bytes <= mostBeside * siteBytes) return
    const size = writeMegabytes(Math.max(this.#read.bytes, this.#stored.bytes))
    throw new Error(
      `The pages of the site have at least ${size}, those included that its sources had before; they may have ${writeMegabytes(siteBytes)} (SIDENOTE_SITE_MEGABYTES). ${advice}`,
    )
  }
}
