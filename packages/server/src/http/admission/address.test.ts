import express from 'express'
import { array, assert, constantFrom, ipV4, ipV6, oneof, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalAddress, networkOf } from './address.ts'

test.each([
  ['1.2.3.4', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::FFFF:102:304', '1.2.3.4'],
  ['0:0:0:0:0:ffff:0102:0304', '1.2.3.4'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:0000:0000:ffff:1:2:3', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  // As some proxies write it in X-Forwarded-For.
  ['1.2.3.4:5678', '1.2.3.4'],
  ['[2001:db8::1]:443', '2001:db8:0:0::/64'],
  ['[2001:db8::1]', '2001:db8:0:0::/64'],
  ['1.2.3.4:', 'unknown'],
  ['unknown', 'unknown'],
  ['1.2.3.4, 5.6.7.8', 'unknown'],
  ['', 'unknown'],
  [undefined, 'unknown'],
])('%s is counted as %s', (address, name) => {
  expect(canonicalAddress(address)).toBe(name)
})

test.each([
  ['2001:db8::1', '2001:db8:0::/48'],
  ['2001:db8:0:ffff::1', '2001:db8:0::/48'],
  ['[2001:0DB8:0001::1]:443', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
  ['1.2.3.4', undefined],
  ['::ffff:1.2.3.4', undefined],
  ['::FFFF:102:304', undefined],
  ['unknown', undefined],
  [undefined, undefined],
])('%s is in the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

describe('behind proxies', () => {
  /** The address that a server with so many proxies in front counts, by Express’s own reading of the header. */
  const countedBehind = (hops: number) => {
    const app = express()
    app.set('trust proxy', hops)
    return (socket: string, forwarded: string | undefined) => {
      const request = Object.create(app.request, {
        app: { value: app },
        headers: { value: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } },
        socket: { value: { remoteAddress: socket } },
      })
      return canonicalAddress(request.ip)
    }
  }
  const forged = array(
    oneof(ipV4(), ipV6(), string({ maxLength: 20 }), constantFrom('127.0.0.1', '', ' ', ',', '::1')),
    {
      maxLength: 5,
    },
  ).map((entries) => entries.join(','))

  test.each([0, 1, 2, 3, 20])('with %i of them, no client changes what it is counted as by what it claims', (hops) => {
    const counted = countedBehind(hops)
    let changed = 0
    let tried = 0
    assert(
      property(ipV4(), ipV6(), forged, (client, proxy, claim) => {
        // The first proxy sees the client, each further one the proxy before it; the last one is who connects.
        const path = [client, ...Array.from({ length: hops }, () => proxy)]
        const socket = path.at(-1) ?? ''
        const seen = path.slice(0, -1)
        const honest = counted(socket, seen.length > 0 ? seen.join(', ') : undefined)
        const lied = counted(socket, [claim, ...seen].join(', '))
        tried += 1
        if (honest !== canonicalAddress(client) || lied !== honest) changed += 1
      }),
      { numRuns: 2_000 },
    )
    expect([tried, changed]).toEqual([2_000, 0])
  })
})
