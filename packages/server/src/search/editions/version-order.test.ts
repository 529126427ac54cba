import { expect, test } from 'vitest'
import { newestOf } from './version-order.ts'

test.each([
  [['1.9', '1.10', '1.2'], '1.10'],
  [['v1.9', '2.0'], '2.0'],
  [['release-1.9', 'release-1.10'], 'release-1.10'],
  [['version-3', 'main'], 'version-3'],
  [['2.1', '2.x', '1.x'], '2.x'],
  [['2.0', '2.0-beta.1', '2.1-rc1', '3.0.dev0', '5.0b2'], '2.0'],
  [['3.0.0-alpha', '3.0.0-beta', null], '3.0.0-beta'],
  [['dev', 'main', null], undefined],
  [['dev', '0.1'], '0.1'],
  // Letters that say nothing of a release.
  [['1.0-2024', '0.9'], '1.0-2024'],
])('of %j the newest is %s', (versions, newest) => {
  expect(newestOf(versions)).toBe(newest)
})
