import { expect, test } from 'vitest'
import { isBranchName } from './branch-name.ts'

test.each(['main', 'release/2.x', 'feature-1', 'docs@next'])('%s is the name of a branch', (name) => {
  expect(isBranchName(name)).toBe(true)
})

test.each([
  ...['', '-x', '--upload-pack=x', 'a..b', 'a b', 'a~1', 'a^', 'a:b', 'a?', 'a*', 'a[', 'a\\b', '/a', 'a/', 'a//b'],
  ...['.a', 'a/.b', 'a.lock', 'a.lock/b', 'a.', '@', 'a@{1}', 'a\u0000', 'a\n', 'x'.repeat(201)],
  ...['HEAD', 'refs/heads/main', 'a\u2003b', 'a\u0085'],
])('%j is none', (name) => {
  expect(isBranchName(name)).toBe(false)
})
