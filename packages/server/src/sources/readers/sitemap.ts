import { gunzipSync } from 'node:zlib'
import { versionFolders } from '../../pages/edition-folders.ts'
import { attributeOf, tokensOf } from '../../pages/readers/html/tags.ts'
import { decodeEntities } from '../../pages/readers/html/text.ts'
import { compareVersions } from '../../search/editions/version-order.ts'
import { decodeText, markedEncoding } from './decode-text.ts'

/** A sitemap as a website sent it, perhaps packed. */
export interface SitemapRequest {
  readonly body: Uint8Array
  /** Where it is; its relative addresses are of that. */
  readonly url: string
  /** Addresses that are read at most. */
  readonly most: number
}

export interface SitemapContent {
  /** Absolute, without fragments, each once. */
  readonly addresses: readonly string[]
  /** Whether these are of other sitemaps. */
  readonly isIndex: boolean
  /** Whether its end is there: one that is being written lists not all. */
  readonly isWhole: boolean
}

/** Of pages; those of their images and videos are none. */
const location = /<(?!(?:image|video):)(?:\w{1,20}:)?loc>((?:<!\[CDATA\[)?[^<]{1,4000})</gi
const mostBytes = 50 * 1024 * 1024
/** Bytes that are looked at in one go, and more than an address has. */
const chunkBytes = 512 * 1024
const overlap = 5_000

/** Reads the addresses of a sitemap. @throws Error a sentence when it is none */
export function readSitemapContent({ body, url, most }: SitemapRequest): SitemapContent {
  const xml = unpack(Buffer.from(body), url)
  const [, root] = /<(?:\w{1,20}:)?(urlset|sitemapindex)[\s>/]/i.exec(xml.toString('latin1', 0, chunkBytes)) ?? []
  if (!root) {
    const addresses = feedAddresses(xml, url, most) ?? addressLines(xml, most)
    if (addresses) return { addresses, isIndex: false, isWhole: true }
    throw new Error(`${url} is no sitemap: it has neither <urlset> nor <sitemapindex>.`)
  }
  const isWhole =
    /(?:<\/(?:\w{1,20}:)?(?:urlset|sitemapindex)\s*|<(?:\w{1,20}:)?(?:urlset|sitemapindex)\b[^<>]*\/)>/i.test(
      xml.toString('latin1', Math.max(0, xml.length - overlap)),
    )
  const addresses = new Set<string>()
  for (const written of locationsIn(xml)) {
    if (!URL.canParse(written, url)) continue
    const address = new URL(written, url)
    address.hash = ''
    addresses.add(address.href)
    if (addresses.size >= most) break
  }
  return { addresses: [...addresses], isIndex: root.toLowerCase() === 'sitemapindex', isWhole }
}

const mostFeedBytes = 5 * 1024 * 1024

/** The addresses of the items of RSS, or of the entries of Atom; undefined for any other file. */
function feedAddresses(file: Buffer, base: string, most: number): string[] | undefined {
  const xml = file.toString('utf8', 0, mostFeedBytes)
  if (!/<(?:rss|feed|rdf:RDF)[\s>]/i.test(xml.slice(0, overlap))) return undefined
  const addresses = new Set<string>()
  for (const item of xml.split(/<(?:item|entry)[\s>]/i).slice(1)) {
    const [, inner] = /<link>((?:<!\[CDATA\[)?[^<]{1,4000})</i.exec(item) ?? []
    const written = inner === undefined ? (linkOfEntry(item) ?? idOfItem(item)) : addressIn(inner)
    const address = written && URL.parse(written, base)
    if (!address || addresses.size >= most) continue
    address.hash = ''
    addresses.add(address.href)
  }
  return addresses.size > 0 ? [...addresses] : undefined
}

/** Of the links of an entry of Atom the one to its page. */
function linkOfEntry(entry: string): string | undefined {
  const links = tokensOf(entry).flatMap((token) => (token.type === 'tag' && token.name === 'link' ? [token] : []))
  const toPage = links.find((tag) => (attributeOf(tag, 'rel') ?? 'alternate') === 'alternate')
  return toPage && attributeOf(toPage, 'href')
}

/** What tells an item of RSS from others is its address, unless it says that it is none. */
function idOfItem(item: string): string | undefined {
  const [, attributes = '', inner] = /<guid\b([^<>]{0,200})>((?:<!\[CDATA\[)?[^<]{1,4000})</i.exec(item) ?? []
  const id = inner === undefined || /isPermaLink\s*=\s*["']false/i.test(attributes) ? '' : addressIn(inner)
  return /^https?:\/\//i.test(id) ? id : undefined
}

/** The addresses of a text file that has one on each line; undefined for any other file. */
function addressLines(file: Buffer, most: number): string[] | undefined {
  const lines = file
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  const addresses = new Set<string>()
  for (const line of lines.slice(0, most)) {
    if (!/^https?:\/\//i.test(line) || !URL.canParse(line)) return undefined
    const address = new URL(line)
    address.hash = ''
    addresses.add(address.href)
  }
  return addresses.size > 0 ? [...addresses] : undefined
}

function unpack(body: Buffer, url: string): Buffer {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return inUtf8(body)
  try {
    return inUtf8(gunzipSync(body, { maxOutputLength: mostBytes }))
  } catch (cause) {
    throw new Error(`The sitemap ${url} cannot be unpacked, or is larger than ${mostBytes} bytes.`, { cause })
  }
}

const inUtf8 = (file: Buffer): Buffer =>
  markedEncoding(file)?.startsWith('utf-16') ? Buffer.from(decodeText(file)) : file

/** What stands in `<loc>`, read piece by piece: all of it as text would take twice the memory. */
function* locationsIn(xml: Buffer): Generator<string> {
  for (let start = 0; start < xml.length; ) {
    const isLast = start + chunkBytes >= xml.length
    // One character a byte, so that positions in the text are those in the file.
    const text = xml.toString('latin1', start, start + chunkBytes)
    let next = isLast ? text.length : text.length - overlap
    for (const match of text.matchAll(location)) {
      next = Math.max(next, match.index + match[0].length)
      yield addressIn(Buffer.from(match[1] ?? '', 'latin1').toString('utf8'))
    }
    start += next
  }
}

/** What an element of XML holds: text in which signs may be written by their names or numbers, or CDATA, in which they stand as they are. */
function addressIn(written: string): string {
  const text = written.trim()
  return text.startsWith(cdata) ? text.slice(cdata.length).replace(']]>', '').trim() : decodeEntities(text)
}

const cdata = '<![CDATA['

/** Addresses of a website, and how many of them may be read. */
export interface AddressesRequest {
  readonly addresses: readonly string[]
  readonly most: number
}

/** The first ones of many: those that name no version, then those of the current version, and these before those of others. */
export function currentAddresses({ addresses, most }: AddressesRequest): string[] {
  const fileOf = (address: string) => new URL(address).pathname.slice(1)
  const versionOf = versionFolders(addresses.map(fileOf))
  const versions = Map.groupBy(addresses, (address) => versionOf(fileOf(address)) ?? null)
  const named = [...versions.keys()].filter((version) => version !== null)
  return [null, ...named.sort(compareVersions)].flatMap((version) => versions.get(version) ?? []).slice(0, most)
}
