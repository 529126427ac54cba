import { expect, test } from 'vitest'
import { isWithin, writeAddresses } from './key-addresses.ts'

test.each([
  [['203.0.113.7'], '203.0.113.7', true],
  [['203.0.113.7'], '203.0.113.8', false],
  [['10.1.0.0/16'], '10.1.255.255', true],
  [['10.1.0.0/16'], '10.2.0.0', false],
  [['10.1.0.0/16'], '::ffff:10.1.2.3', true],
  [['10.1.0.0/16'], '::ffff:10.2.2.3', false],
  [['2001:db8::/32'], '2001:db8:ffff::1', true],
  [['2001:db8::/32'], '2001:db9::1', false],
  [['2001:DB8::1'], '2001:db8:0:0:0:0:0:1', true],
  [['fe80::/16'], 'fe80::1%eth0', true],
  [['10.1.0.0/16', '2001:db8::/32'], '2001:db8::9', true],
  [['10.1.0.0/16'], 'unknown', false],
  [['10.1.0.0/16'], undefined, false],
  [['10.1.0.0/16'], '10.1.0.1, 10.2.0.1', false],
])('%j lets in %s: %s', (ranges, address, isLetIn) => {
  expect(isWithin(ranges, address)).toBe(isLetIn)
})

test.each([
  '0.0.0.0/0',
  '0.0.0.0/1',
  '128.0.0.0/7',
  '::/0',
  '2000::/3',
  '::ffff:0:0/96',
  '::ffff:1.2.3.4',
  '::fffe:0:0/95',
  '::/16',
  '10.0.0.0/33',
  '2001:db8::/129',
  '10.0.0/8',
  '10.0.0.0/-1',
  '10.0.0.0/8/8',
  'docs.example.com',
  '*',
  '',
])('"%s" is refused for a key', (written) => {
  expect(() => writeAddresses([written])).toThrow(expect.objectContaining({ code: 'invalid_request' }))
})

test('each range is kept once, in one spelling', () => {
  expect(writeAddresses(['10.1.0.0/16', '10.1.0.0/16', '2001:DB8::1', '1.2.3.4/32'])).toBe(
    '["10.1.0.0/16","2001:db8::1","1.2.3.4"]',
  )
})
