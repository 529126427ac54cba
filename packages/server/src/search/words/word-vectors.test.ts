import { expect, test } from 'vitest'
import { meaningOf, nearness } from './word-vectors.ts'
import { readTerms } from './words.ts'

const near = (one: string, other: string) => nearness(meaningOf(readTerms(one)), meaningOf(readTerms(other)))

test('words that mean the same are nearer than others', () => {
  expect(near('folder', 'directory')).toBeGreaterThan(near('folder', 'password'))
  expect(near('a slow server', 'poor performance')).toBeGreaterThan(near('a slow server', 'install the package'))
})

test('a text means what it says', () => {
  expect(near('restart the server', 'restart the server')).toBeCloseTo(1)
})

test('what is no English word of documentation means nothing', () => {
  expect(meaningOf(readTerms('xyzzyq'))).toBeUndefined()
  expect(near('xyzzyq', 'folder')).toBe(0)
})
