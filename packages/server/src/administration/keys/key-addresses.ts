import { BlockList, isIP, isIPv4 } from 'node:net'
import { type AppError, invalidValue } from '../../errors.ts'

interface Range {
  readonly address: string
  readonly prefix: number
  readonly family: 'ipv4' | 'ipv6'
}

/** A shorter prefix lets in a 256th of all addresses or more: whoever writes that means “anybody”. */
const shortestPrefix = { ipv4: 8, ipv6: 16 } as const
const longestPrefix = { ipv4: 32, ipv6: 128 } as const

const refuse = (index: number, message: string): AppError => invalidValue(`addresses[${index}]`, message)

const readRange = (written: string, index = 0): Range => {
  const [, address = '', length] = /^([0-9a-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(written.trim()) ?? []
  if (!isIP(address)) {
    throw refuse(index, `"${written}" is neither an address nor a range such as 10.1.0.0/16 or 2001:db8::/32.`)
  }
  const family = isIPv4(address) ? 'ipv4' : 'ipv6'
  const prefix = length === undefined ? longestPrefix[family] : Number(length)
  if (prefix > longestPrefix[family]) {
    throw refuse(index, `"${written}" has a prefix of ${prefix}, but ${longestPrefix[family]} is the longest.`)
  }
  if (prefix < shortestPrefix[family]) {
    throw refuse(
      index,
      `"${written}" lets in nearly everybody. A range has a prefix of at least ${shortestPrefix[family]}; leave addresses out to let in all.`,
    )
  }
  const range = { address, prefix, family } as const
  if (family === 'ipv6' && (isMapped(address) || holds([range], '::ffff:0.0.0.0'))) {
    throw refuse(index, `"${written}" holds IPv4 addresses. Write them as IPv4.`)
  }
  return range
}

const holds = (ranges: readonly Range[], address: string): boolean => {
  const list = new BlockList()
  for (const range of ranges) list.addSubnet(range.address, range.prefix, range.family)
  return list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

const mappedAddresses = new BlockList()
mappedAddresses.addSubnet('::ffff:0:0', 96, 'ipv6')
const isMapped = (address: string): boolean => mappedAddresses.check(address, 'ipv6')

/**
 * Checks the addresses that a key is limited to, and writes them as they are stored.
 *
 * @throws AppError `invalid_request` for what is no address, and for ranges that let in nearly everybody.
 */
export const writeAddresses = (addresses: readonly string[]): string =>
  JSON.stringify([
    ...new Set(
      addresses.map((written, index) => {
        const { address, prefix, family } = readRange(written, index)
        return prefix === longestPrefix[family] ? address.toLowerCase() : `${address.toLowerCase()}/${prefix}`
      }),
    ),
  ])

/** Whether one of the ranges holds this address. IPv4 written as IPv6 is IPv4; an address that is none is in no range. */
export const isWithin = (ranges: readonly string[], address: string | undefined): boolean => {
  const asked = (address ?? '').split('%')[0] ?? ''
  if (!isIP(asked)) return false
  const read = ranges.map((range) => readRange(range))
  return holds(read, asked)
}
