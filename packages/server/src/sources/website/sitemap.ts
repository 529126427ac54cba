import { deadlineFor } from '../../reading/deadline.ts'
import { OverrunError } from '../../reading/pool.ts'
import type { ReadingLane } from '../../reading/reading.ts'
import type { SitemapContent } from '../readers/sitemap.ts'
import type { Fetcher } from './fetcher.ts'

const mostSitemaps = 200
/** Where a sitemap lists more pages than may be read, as many versions, or addresses, are looked at for the current one. */
const mostLooked = { versions: 10, addresses: 50_000 }
const mostBytes = 50 * 1024 * 1024

export interface SitemapOptions {
  reading: ReadingLane
  fetch: Fetcher
  signal: AbortSignal
  /** Most addresses. */
  most: number
  /** Whether the time for the whole crawl is over. */
  isLate: () => boolean
}

export interface Sitemap {
  urls: URL[]
  /** Where it was in the end. */
  at: URL
  /** Sentences about why there may be more addresses. */
  gaps: string[]
}

/** The addresses that a sitemap, or an index of sitemaps, lists. Rejects when the first one cannot be read. */
export async function readSitemap(start: URL, options: SitemapOptions): Promise<Sitemap> {
  const pending = [start.href]
  const known = new Set(pending)
  const addresses = new Set<string>()
  const gaps = new Set<string>()
  let at: URL | undefined
  const enough = Math.max(options.most, Math.min(mostLooked.versions * options.most, mostLooked.addresses))
  for (let next = pending.shift(); next && addresses.size <= enough; next = pending.shift()) {
    const url = new URL(next)
    const one = await readOne(url, enough + 1, options).catch((error: unknown) => {
      options.signal.throwIfAborted()
      // The others of an index are read all the same.
      if (at === undefined) throw error
      return error instanceof Error ? error : new Error(String(error))
    })
    if (options.isLate()) {
      gaps.add('The sitemaps took all of the time that the crawl has.')
      break
    }
    if (one instanceof Error) {
      gaps.add(one.message)
      continue
    }
    at ??= one.at
    if (!one.isWhole) gaps.add(`The sitemap ${url} ends in the middle.`)
    if (one.isIndex) listSitemaps(one.addresses, { known, pending, gaps })
    else for (const address of one.addresses) addresses.add(address)
  }
  return chooseAddresses([...addresses], { at: at ?? start, gaps }, options)
}

interface SitemapLists {
  readonly known: Set<string>
  readonly pending: string[]
  readonly gaps: Set<string>
}

function listSitemaps(addresses: readonly string[], { known, pending, gaps }: SitemapLists): void {
  for (const address of addresses) {
    if (known.has(address)) continue
    if (known.size >= mostSitemaps) {
      gaps.add(`The sitemap lists more than ${mostSitemaps} others; the rest were not read.`)
      return
    }
    known.add(address)
    pending.push(address)
  }
}

async function chooseAddresses(
  addresses: readonly string[],
  { at, gaps }: { at: URL; gaps: ReadonlySet<string> },
  { reading, signal, most }: SitemapOptions,
): Promise<Sitemap> {
  const isMore = addresses.length > most
  const first = isMore ? await reading.run('currentAddresses', { addresses, most }, { signal }) : addresses
  const ends = isMore ? [`The sitemap lists more than the cap of ${most} pages.`] : []
  return { urls: first.map((address) => new URL(address)), at, gaps: [...gaps, ...ends] }
}

async function readOne(
  url: URL,
  most: number,
  { reading, fetch, signal }: SitemapOptions,
): Promise<SitemapContent & { at: URL }> {
  const answer = await fetch({ url, signal, mostBytes })
  if (answer.status !== 200) throw new Error(`The sitemap ${url} answers ${answer.status}.`)
  const { body, url: at } = answer
  const deadline = deadlineFor(body.length)
  try {
    return { ...(await reading.run('sitemap', { body, url: at.href, most }, { signal, deadline })), at }
  } catch (error) {
    if (!(error instanceof OverrunError)) throw error
    throw new Error(`The sitemap ${url} can't be read: ${error.message}`, { cause: error })
  }
}
