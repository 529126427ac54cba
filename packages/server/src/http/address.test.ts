import { expect, test } from 'vitest'
import { canonicalAddress } from './address.ts'

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
  ['unknown', 'unknown'],
  ['1.2.3.4, 5.6.7.8', 'unknown'],
  ['', 'unknown'],
  [undefined, 'unknown'],
])('%s is counted as %s', (address, name) => {
  expect(canonicalAddress(address)).toBe(name)
})
