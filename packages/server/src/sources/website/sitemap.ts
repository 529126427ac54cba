import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { versionFolders } from '../../pages/edition-folders.ts'
import { compareVersions } from '../../search/editions/version-order.ts'
import type { Fetcher } from './fetcher.ts'

/** Of pages; those of their images and videos are none. */
const location = /<(?!(?:image|video):)(?:\w{1,20}:)?loc>((?:<!\[CDATA\[)?[^<]{1,4000})</gi
const mostSitemaps = 200
/** Where a sitemap lists more pages than may be read, as many versions, or addresses, are looked at for the current one. */
const mostLooked = { versions: 10, addresses: 50_000 }
const mostBytes = 50 * 1024 * 1024
/** Bytes that are looked at in one go, and more than an address has. */
const chunkBytes = 512 * 1024
const overlap = 5_000

export interface SitemapOptions {
  fetch: Fetcher
  signal: AbortSignal
  /** Most addresses. */
  most: number
  /** Whether the time for the whole crawl is over. */
  isLate: () => boolean
}

export interface Sitemap {
  urls: URL[]
  /** Where it was found in the end. */
  at: URL
  /** Sentences about why there may be more addresses. */
  gaps: string[]
}

/** The addresses that a sitemap, or an index of sitemaps, lists. Rejects when the first one cannot be read. */
export async function readSitemap(start: URL, options: SitemapOptions): Promise<Sitemap> {
  const pending = [start]
  const known = new Set([start.href])
  const urls = new Map<string, URL>()
  const gaps = new Set<string>()
  let at: URL | undefined
  const enough = Math.max(options.most, Math.min(mostLooked.versions * options.most, mostLooked.addresses))
  const upTo = (...ends: string[]): Sitemap => {
    const isMore = urls.size > options.most
    const first = isMore ? currentFirst([...urls.values()]).slice(0, options.most) : [...urls.values()]
    if (isMore) ends.push(`The sitemap lists more than the cap of ${options.most} pages.`)
    return { urls: first, at: at ?? start, gaps: [...gaps, ...ends] }
  }
  for (let next = pending.shift(); next; next = pending.shift()) {
    const read = await readXml(next, options).catch((error: unknown) => {
      options.signal.throwIfAborted()
      // The others of an index are read all the same.
      if (at === undefined) throw error
      return error instanceof Error ? error : new Error(String(error))
    })
    if (options.isLate()) return upTo('The sitemaps took all of the time that the crawl has.')
    if (read instanceof Error) {
      gaps.add(read.message)
      continue
    }
    const { url, body, isIndex, isWhole } = read
    at ??= url
    if (!isWhole) gaps.add(`The sitemap ${next} ends in the middle.`)
    for await (const written of locations(body)) {
      if (!URL.canParse(written, url.href)) continue
      const found = new URL(written, url)
      found.hash = ''
      if (!isIndex) urls.set(found.href, found)
      else if (!known.has(found.href) && known.size >= mostSitemaps) {
        gaps.add(`The sitemap lists more than ${mostSitemaps} others; the rest were not read.`)
      } else if (!known.has(found.href)) {
        known.add(found.href)
        pending.push(found)
      }
      if (urls.size > enough) return upTo()
    }
  }
  return upTo()
}

/** The addresses that name no version before those of the current one, and these before those of others. */
function currentFirst(urls: readonly URL[]): URL[] {
  const fileOf = (url: URL) => url.pathname.slice(1)
  const versionOf = versionFolders(urls.map(fileOf))
  const versions = Map.groupBy(urls, (url) => versionOf(fileOf(url)) ?? null)
  const named = [...versions.keys()].filter((version) => version !== null)
  return [null, ...named.sort(compareVersions)].flatMap((version) => versions.get(version) ?? [])
}

/** What stands in `<loc>`, read piece by piece: a server that answers readers meanwhile does not wait for 50 MB. */
async function* locations(xml: Buffer): AsyncGenerator<string> {
  for (let start = 0; start < xml.length; ) {
    const isLast = start + chunkBytes >= xml.length
    // One character a byte, so that positions in the text are those in the file.
    const text = xml.toString('latin1', start, start + chunkBytes)
    let next = isLast ? text.length : text.length - overlap
    for (const found of text.matchAll(location)) {
      next = Math.max(next, found.index + found[0].length)
      yield Buffer.from(found[1] ?? '', 'latin1')
        .toString('utf8')
        .replace(/^\s*<!\[CDATA\[|\]\]>\s*$/g, '')
        .replace(/&amp;/g, '&')
        .trim()
    }
    start += next
    await setImmediate()
  }
}

interface Xml {
  url: URL
  body: Buffer
  isIndex: boolean
  /** Whether its end is there: one that is being written lists not all. */
  isWhole: boolean
}

async function readXml(url: URL, { fetch, signal }: SitemapOptions): Promise<Xml> {
  const answer = await fetch({ url, signal, mostBytes })
  if (answer.status !== 200) throw new Error(`The sitemap ${url} answers ${answer.status}.`)
  const isPacked = answer.body[0] === 0x1f && answer.body[1] === 0x8b
  const body = isPacked ? await unpack(url, answer.body) : answer.body
  const [, root] = /<(?:\w{1,20}:)?(urlset|sitemapindex)[\s>/]/i.exec(body.toString('latin1', 0, chunkBytes)) ?? []
  if (!root) throw new Error(`${url} is no sitemap: it has neither <urlset> nor <sitemapindex>.`)
  const isWhole =
    /(?:<\/(?:\w{1,20}:)?(?:urlset|sitemapindex)\s*|<(?:\w{1,20}:)?(?:urlset|sitemapindex)\b[^<>]*\/)>/i.test(
      body.toString('latin1', body.length - overlap),
    )
  return { url: answer.url, body, isIndex: root.toLowerCase() === 'sitemapindex', isWhole }
}

async function unpack(url: URL, body: Buffer): Promise<Buffer> {
  try {
    return await promisify(gunzip)(body, { maxOutputLength: mostBytes })
  } catch (cause) {
    throw new Error(`The sitemap ${url} cannot be unpacked, or is larger than ${mostBytes} bytes.`, { cause })
  }
}
