import { gunzipSync } from 'node:zlib'
import type { Fetcher } from './fetcher.ts'

const location = /<(?:\w{1,20}:)?loc>((?:<!\[CDATA\[)?[^<]{1,4000})</gi
const mostSitemaps = 200
const mostBytes = 50 * 1024 * 1024

/** The addresses that a sitemap, or an index of sitemaps, lists. Rejects when a part of it cannot be read. */
export async function readSitemap(
  url: URL,
  options: { fetch: Fetcher; signal: AbortSignal; most: number },
): Promise<{ urls: URL[]; more: boolean }> {
  const pending = [url]
  const known = new Set([url.href])
  const urls = new Map<string, URL>()
  for (let next = pending.shift(); next; next = pending.shift()) {
    const xml = await readXml(next, options)
    const isIndex = /<(?:\w+:)?sitemapindex[\s>]/i.test(xml)
    for (const [, written = ''] of xml.matchAll(location)) {
      const address = written
        .replace(/^\s*<!\[CDATA\[|\]\]>\s*$/g, '')
        .replace(/&amp;/g, '&')
        .trim()
      if (!URL.canParse(address, next.href)) continue
      const found = new URL(address, next)
      found.hash = ''
      if (!isIndex) urls.set(found.href, found)
      else if (!known.has(found.href) && known.size < mostSitemaps) {
        known.add(found.href)
        pending.push(found)
      }
      if (urls.size > options.most) return { urls: [...urls.values()].slice(0, options.most), more: true }
    }
  }
  return { urls: [...urls.values()], more: known.size >= mostSitemaps }
}

async function readXml(url: URL, { fetch, signal }: { fetch: Fetcher; signal: AbortSignal }): Promise<string> {
  const answer = await fetch({ url, signal, mostBytes })
  if (answer.status !== 200) throw new Error(`The sitemap ${url} answers ${answer.status}.`)
  const { body } = answer
  const isPacked = body[0] === 0x1f && body[1] === 0x8b
  return (isPacked ? unpack(url, body) : body).toString('utf8')
}

function unpack(url: URL, body: Buffer): Buffer {
  try {
    return gunzipSync(body, { maxOutputLength: mostBytes })
  } catch (cause) {
    throw new Error(`The sitemap ${url} cannot be unpacked, or is larger than ${mostBytes} bytes.`, { cause })
  }
}
