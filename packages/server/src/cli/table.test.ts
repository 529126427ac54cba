import { expect, test } from 'vitest'
import { writeTable } from './table.ts'

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
