import { expect, test } from 'vitest'
import { plain, writeJson } from './terminal-text.ts'

test('text of others cannot steer the terminal, and keeps its lines', () => {
  expect(plain('a\u001b[31mb\u0007\u009b2Jc\u202ed\r\n\te')).toBe('a[31mb2Jcd\n\te')
})

test('JSON stays the same value, with everything that steers escaped', () => {
  const value = { text: 'a\u001b\u009b\u007f\u202e\u2066b' }
  const written = writeJson(value)
  expect(written).not.toMatch(/[\u007f-\u009f\u202e\u2066]/)
  expect(JSON.parse(written)).toEqual(value)
})
