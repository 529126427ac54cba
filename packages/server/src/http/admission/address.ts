import { isIP, isIPv4 } from 'node:net'

const groupCount = 8

/** The eight groups of an IPv6 address, however it was written. */
const groupsOf = (address: string): string[] => {
  const compact = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [front = '', back] = compact.split('::')
  const head = front.split(':').filter(Boolean)
  const tail = (back ?? '').split(':').filter(Boolean)
  return [...head, ...Array<string>(groupCount - head.length - tail.length).fill('0'), ...tail]
}

/** An address without a zone, and without the port that some proxies add: `[::1]:443` is `::1`. */
export const plainAddress = (text = ''): string => {
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/.exec(text) ?? []
  return (bracketed ?? dotted ?? text).split('%')[0] ?? ''
}

/** The groups of an IPv6 address; an IPv4 address as text, also when it was written as IPv6; undefined for other text. */
const readAddress = (text: string | undefined): readonly string[] | string | undefined => {
  const address = plainAddress(text)
  if (isIPv4(address)) return address
  if (!isIP(address)) return undefined
  const groups = groupsOf(address)
  if (groups.slice(0, 5).some((group) => group !== '0') || groups[5] !== 'ffff') return groups
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/**
 * One name for each client: IPv4 written as IPv6 is IPv4, and an IPv6 client is its /64, within which it can choose any
 * address. All text that isn’t an address shares the name `unknown`.
 */
export const canonicalAddress = (text: string | undefined): string => {
  const address = readAddress(text) ?? 'unknown'
  return typeof address === 'string' ? address : `${address.slice(0, 4).join(':')}::/64`
}

/** The /48 network of an IPv6 client, which can hold 65,536 of them and belong to one owner; undefined for all others. */
export const networkOf = (text: string | undefined): string | undefined => {
  const address = readAddress(text)
  return Array.isArray(address) ? `${address.slice(0, 3).join(':')}::/48` : undefined
}
