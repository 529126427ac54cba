import { expect, test } from 'vitest'
import { ignoreMatcherOf, matcherOf } from './globs.ts'

const matching = (patterns: string[], ...paths: string[]) => paths.filter(matcherOf(patterns))

test('stars stay within a step, two of them go through any, braces and brackets are alternatives', () => {
  expect(matching(['**/_*.{md,mdx}'], '_a.md', 'x/y/_b.mdx', 'a_.md', '_x/a.md', '_a.js')).toEqual([
    '_a.md',
    'x/y/_b.mdx',
  ])
  expect(matching(['**/_*/**'], '_x/a.md', 'a/_x/b/c.md', '_a.md')).toEqual(['_x/a.md', 'a/_x/b/c.md'])
  expect(matching(['./drafts/*.md', 'v[12]/**'], 'drafts/a.md', 'drafts/b/a.md', 'v1/a.md', 'v3/a.md')).toEqual([
    'drafts/a.md',
    'v1/a.md',
  ])
  expect(matching(['**/README.md'], 'README.md', 'a/README.md', 'README.md/x')).toEqual(['README.md', 'a/README.md'])
  expect(matching(['[^_]*.?d'], 'a.md', '_a.md', 'a.mdx')).toEqual(['a.md'])
})

test('lines to ignore name files and folders anywhere, or from the root, and can be taken back', () => {
  const isIgnored = ignoreMatcherOf(['# not these', 'drafts/', '/api/*.md', '*.tmp.md', '!keep.tmp.md'])
  const paths = ['drafts/a.md', 'x/drafts/b/c.md', 'api/a.md', 'x/api/a.md', 'a.tmp.md', 'keep.tmp.md', 'draft.md']
  expect(paths.filter(isIgnored)).toEqual(['drafts/a.md', 'x/drafts/b/c.md', 'api/a.md', 'a.tmp.md'])
})

test('a pattern of nothing but stars and braces ends', () => {
  expect(matching([`${'*a'.repeat(2_000)}b`, '{a,b}'.repeat(30), '**/'.repeat(300)], 'a'.repeat(5_000))).toEqual([])
})
