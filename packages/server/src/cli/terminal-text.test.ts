import { expect, test } from 'vitest'
import { writeTable } from './table.ts'
import { plain, writeJson } from './terminal-text.ts'

test('text of others cannot steer the terminal, and keeps its lines', () => {
  expect(plain('a\u001b[31mb\u0007\u009b2Jc\u202ed\r\n\te')).toBe('a[31mb2Jcd\n\te')
})

test('JSON stays the same value, with everything that steers escaped', () => {
  const value = { text: 'a\u001b\u009b\u007fb' }
  const written = writeJson(value)
  expect(written).not.toMatch(/[\u007f-\u009f]/)
  expect(JSON.parse(written)).toEqual(value)
})

test('columns line up under wide letters and accents, and a cell stays in its line', () => {
  expect(
    writeTable(
      ['NAME', 'URL'],
      [
        ['文档', 'a'],
        ['e\u0301t', 'b'],
        ['x\ny', 'c'],
      ],
    ),
  ).toBe('NAME  URL\n文档  a\ne\u0301t    b\nx y   c')
})
