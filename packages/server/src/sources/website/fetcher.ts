import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { publicHostsAlone } from '../trust.ts'
import { isPublicAddress } from './public-address.ts'

/** The name by which robots.txt and servers know the reader. */
export const agentName = 'Sidenote'

/** What an address answered. */
export interface Answer {
  status: number
  headers: IncomingMessage['headers']
  /** Without the encoding it was sent in. */
  body: Buffer
  /** Where it stood after all redirects. */
  url: URL
}

export interface FetcherOptions {
  /** Hosts, with or without a port, that may be read wherever they are. */
  allowedHosts?: readonly string[] | undefined
  /** For one answer, redirects included. @default 20 */
  seconds?: number
  /** @default that of the system */
  resolve?: Resolve
  /** What helps when an address is refused. @default that a source may allow it */
  cure?: string
}

/** Finds the addresses of a name. */
export type Resolve = (hostname: string, answer: (error: Error | null, addresses: LookupAddress[]) => void) => void

export interface FetchRequest {
  url: URL
  signal: AbortSignal
  /** Most bytes of the body, both as sent and unpacked. */
  mostBytes: number
  headers?: Readonly<Record<string, string>>
  /** @default GET */
  method?: string
  body?: string | undefined
  /** Asked before each redirect is followed. @default all are */
  follow?: (url: URL) => boolean
}

/** Asks an address. Rejects with a sentence when there is no answer, or when the address may not be read. */
export type Fetcher = (request: FetchRequest) => Promise<Answer>

const mostRedirects = 5
const redirects = new Set([301, 302, 303, 307, 308])

/**
 * Opens a reader that reaches public addresses only, whatever a name resolves to and wherever a redirect leads: literal
 * addresses are checked before connecting, and names by the very answer that the connection is then made to.
 */
export function createFetcher(options: FetcherOptions = {}): Fetcher {
  const { seconds = 20, resolve = resolveBySystem, cure } = options
  const allowed = new Set(options.allowedHosts?.map((host) => host.toLowerCase()))
  const isAllowed = (url: URL) => allowed.has(url.host) || allowed.has(url.hostname)

  const getOnce = (request: FetchRequest, url: URL, signal: AbortSignal): Promise<Answer> => {
    checkAddress(url)
    if (!isAllowed(url)) requirePublic(url, cure)
    return send(url, {
      ...request,
      signal,
      lookup: pinned(url, { resolve, isAccepted: isAllowed(url) ? () => true : isPublicAddress, cure }),
    })
  }

  return async (request) => {
    const late = AbortSignal.timeout(seconds * 1_000)
    const signal = AbortSignal.any([request.signal, late])
    let url = request.url
    try {
      for (let hops = 0; ; hops++) {
        const answer = await getOnce(request, url, signal)
        if (!redirects.has(answer.status) || !answer.headers.location) return answer
        const location = textOf(answer.headers.location)
        if (hops >= mostRedirects) throw new Error(`${request.url} redirects more than ${mostRedirects} times.`)
        if (!URL.canParse(location, url.href))
          throw new Error(`${url} redirects to “${location}”, which is no address.`)
        url = new URL(location, url)
        if (request.follow && !request.follow(url)) return { ...answer, url }
      }
    } catch (error) {
      request.signal.throwIfAborted()
      if (late.aborted) throw new Error(`${request.url} did not answer within ${seconds} s.`, { cause: error })
      throw error
    }
  }
}

/** What a header says: servers write UTF-8, and Node reads each byte as a character. */
function textOf(header: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'))
  } catch {
    return header
  }
}

function checkAddress(url: URL): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error(`${url} is not an http address.`)
  if (url.username || url.password) throw new Error(`The address of ${url.host} must not hold a user.`)
}

/** @throws Error when the host is an address that is not public */
function requirePublic(url: URL, cure: string | undefined): void {
  const literal = literalOf(url)
  if (isIP(literal) && !isPublicAddress(literal)) throw unreadable(url, refusal(url, cure))
}

/** The host without the brackets of IPv6. Other spellings of IPv4 (`0x7f.1`, `2130706433`) are plain once a URL is parsed. */
const literalOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

const mayBeAllowed = 'If it is meant, name it in allowedHosts of the source (--allow-host).'

const refusal = ({ host }: URL, cure = mayBeAllowed): Error => new Error(`${host} is not a public address. ${cure}`)

const unreadable = (url: URL, cause: unknown): Error =>
  new Error(`${url} cannot be read: ${reasonOf(cause)}`, { cause })

/** What the system says by a code alone, or in several lines. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOTFOUND', 'There is no host of this name.'],
  ['EAI_AGAIN', 'Nobody tells now where this host is.'],
  ['ECONNREFUSED', 'Nothing answers at this host and port.'],
  ['EPROTO', 'No https can be agreed on there; it may speak http alone.'],
])

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  // A name of several addresses, none of which answers, fails with a code alone.
  const code = 'code' in cause ? String(cause.code) : ''
  return reasons.get(code) ?? (cause.message || code)
}

/**
 * As `fetch` does without following a redirect, from public addresses alone.
 *
 * @throws Error when there is no answer, or the address is not a public one
 */
export async function fetchPublic(address: string, call: PublicCall): Promise<Response> {
  const { status, headers, body } = await createFetcher({ seconds: 60, cure: publicHostsAlone })({
    url: new URL(address),
    mostBytes: 16 * 1024 * 1024,
    follow: () => false,
    ...call,
  })
  const lines = Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  // What has no body must not be given one, not even an empty one.
  return new Response(body.length > 0 ? body : null, { status, headers: Object.fromEntries(lines) })
}

/** Of a `RequestInit`, what is used here. */
type PublicCall = Required<Pick<FetchRequest, 'method' | 'headers' | 'signal'>> & Pick<FetchRequest, 'body'>

/**
 * The setting by which git connects to a public address of this host, and to nothing else, whatever its name resolves to
 * then. Needs git 2.37; an earlier one looks the name up once more.
 */
export async function pinToPublic(url: URL, resolve = resolveBySystem): Promise<[name: string, value: string]> {
  requirePublic(url, publicHostsAlone)
  const addresses = await new Promise<string[]>((found, failed) => {
    const find = pinned(url, { resolve, isAccepted: isPublicAddress, cure: publicHostsAlone })
    find(literalOf(url), { all: true }, (error, list) => {
      if (error) failed(unreadable(url, error))
      else found([list].flat().map((one) => (typeof one === 'string' ? one : one.address)))
    })
  })
  const port = url.port || (url.protocol === 'https:' ? 443 : 80)
  const listed = addresses.map((address) => (isIP(address) === 6 ? `[${address}]` : address))
  return ['http.curloptResolve', `*:${port}:${listed.join(',')}`]
}

const resolveBySystem: Resolve = (hostname, answer) =>
  systemLookup(hostname, { all: true }, (error, addresses) => answer(error, addresses ?? []))

/** A lookup for a connection that fails unless every address of the name is accepted. */
const pinned =
  (
    url: URL,
    {
      resolve,
      isAccepted,
      cure,
    }: { resolve: Resolve; isAccepted: (address: string) => boolean; cure?: string | undefined },
  ): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      const [first] = addresses
      if (error || !first) return callback(error ?? new Error(`${hostname} has no address.`), '')
      if (!addresses.every(({ address }) => isAccepted(address))) return callback(refusal(url, cure), '')
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }

function send(url: URL, request: FetchRequest & { lookup: LookupFunction }): Promise<Answer> {
  const { signal, lookup, method = 'GET', headers, body } = request
  return new Promise((resolve, reject) => {
    const options = {
      signal,
      lookup,
      method,
      agent: false as const,
      headers: {
        'user-agent': `${agentName}/1.0 (documentation index)`,
        'accept-encoding': 'gzip, deflate, br',
        accept: 'text/markdown, text/html;q=0.9, */*;q=0.5',
        ...headers,
      },
    }
    const call = url.protocol === 'https:' ? httpsRequest(url, options) : httpRequest(url, options)
    call.on('error', (error) => reject(signal.aborted ? error : unreadable(url, error)))
    call.on('response', (response) => {
      readBody(url, response, request.mostBytes).then(
        (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body, url }),
        (error: unknown) => {
          call.destroy()
          reject(error)
        },
      )
    })
    call.end(body)
  })
}

async function readBody(url: URL, response: IncomingMessage, mostBytes: number): Promise<Buffer> {
  if (redirects.has(response.statusCode ?? 0)) {
    response.destroy()
    return Buffer.alloc(0)
  }
  const tooLarge = () => new Error(`${url} is larger than ${mostBytes} bytes.`)
  if (Number(response.headers['content-length'] ?? 0) > mostBytes) {
    response.destroy()
    throw tooLarge()
  }
  const chunks: Buffer[] = []
  let length = 0
  const body = unpacked(url, response)
  try {
    for await (const chunk of body) {
      length += chunk.length
      if (length > mostBytes) break
      chunks.push(chunk)
    }
  } catch (error) {
    throw unreadable(url, error)
  }
  if (length <= mostBytes) return Buffer.concat(chunks)
  response.destroy()
  throw tooLarge()
}

function unpacked(url: URL, response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() || 'identity'
  if (encoding === 'identity') return response
  const open = unpackers.get(encoding)
  if (!open) {
    response.destroy()
    throw new Error(`${url} is sent in the encoding “${encoding}”, which nobody asked for.`)
  }
  // The reader of the unpacked stream hears of every failure.
  return pipeline(response, open(), () => {})
}

const unpackers: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
  ['deflate', createInflate],
])
