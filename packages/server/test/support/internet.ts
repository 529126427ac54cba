import dns, { type LookupAddress } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import { isIPv4, type LookupFunction } from 'node:net'

/** An address of the public internet, which this machine stands in for. */
export const publicAddress = '93.184.216.34'

/** A web server of this machine that stands in for one that speaks https. */
export interface SecureServer {
  readonly port: number
  /** The certificate, which is its own authority. */
  readonly certificate: string
}

/**
 * Puts what a test cannot have between Node and the network: a name that resolves as the test says at each time it is
 * asked for, and a public address, connections to which are led to `leadsTo`, an address of this machine. What a program
 * looks up, checks and connects to is its own. Connections by https are led to `secure`. Returns a function that takes it
 * away again.
 */
export const openInternet = (
  name: string,
  resolve: () => readonly string[],
  { leadsTo, secure }: { readonly leadsTo: string; readonly secure?: SecureServer },
): (() => void) => {
  const { lookup } = dns
  const { request } = http
  const { request: secureRequest } = https

  const fakeLookup = (hostname: string, options: { all?: boolean }, answer: (...found: unknown[]) => void): void => {
    if (hostname !== name) return void Reflect.apply(lookup, dns, [hostname, options, answer])
    const addresses = resolve().map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }))
    if (options.all) answer(null, addresses)
    else answer(null, addresses[0]?.address, addresses[0]?.family)
  }
  const routed =
    (find: LookupFunction): LookupFunction =>
    (hostname, options, callback) =>
      find(hostname, options, (error, found, family) => {
        const lead = (address: string) => (address === publicAddress ? leadsTo : address)
        if (typeof found === 'string') callback(error, lead(found), family)
        else
          callback(
            error,
            found.map((one: LookupAddress) => ({ ...one, address: lead(one.address) })),
          )
      })
  const routedOptions = (options: http.RequestOptions) => ({
    ...options,
    lookup: routed(options.lookup ?? (fakeLookup as LookupFunction)),
  })
  const routedRequest = (url: URL, options: http.RequestOptions) => request(url, routedOptions(options))
  const routedSecureRequest = (url: URL, options: https.RequestOptions) =>
    secureRequest(url, {
      ...routedOptions(options),
      headers: { ...options.headers, host: url.host },
      port: secure?.port,
      ca: secure?.certificate,
    })

  Object.assign(dns, { lookup: fakeLookup })
  Object.assign(http, { request: routedRequest })
  if (secure) Object.assign(https, { request: routedSecureRequest })
  syncBuiltinESMExports()
  return () => {
    Object.assign(dns, { lookup })
    Object.assign(http, { request })
    Object.assign(https, { request: secureRequest })
    syncBuiltinESMExports()
  }
}
