import { describe, expect, test } from 'vitest'
import { writeCsv } from './csv.ts'

const cellOf = (cell: string | number | boolean | null): string =>
  writeCsv([['name', () => cell]], [null])
    .split('\r\n')
    .slice(1, -1)
    .join('\r\n')

describe('a cell of CSV', () => {
  test.each([
    ['plain', '"plain"'],
    ['a,b;c\td', '"a,b;c\td"'],
    ['say "so"', '"say ""so"""'],
    ['line\nline', '"line\nline"'],
    ['a = b, c - d', '"a = b, c - d"'],
    ['me@example.org', '"me@example.org"'],
    [-5, '"-5"'],
    [true, '"true"'],
    [null, '""'],
    ['', '""'],
  ])('is always in quotes: %j', (cell, written) => expect(cellOf(cell)).toBe(written))

  const starts = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '−']
  const befores = [
    '',
    ' ',
    '\t',
    '\r',
    '\n',
    '\u00a0',
    '\u3000',
    '\u200b',
    '\u202e',
    '\ufeff',
    '\u0001',
    'boil;',
    'boil; ',
    'a\tb\r\n',
    ';;;',
    'a;\u200b',
  ]

  test.each(starts)('runs nothing that begins with %s, wherever a spreadsheet may begin a cell', (start) => {
    for (const before of befores)
      expect(cellOf(`${before}${start}cmd|'/C calc'!A0`), JSON.stringify(before)).toBe(
        `"${before}'${start}cmd|'/C calc'!A0"`,
      )
  })

  test('is written in time that grows with it', () => {
    expect(cellOf(`${'\n'.repeat(500_000)}=`)).toContain("'=")
    expect(cellOf('\n='.repeat(100_000))).toHaveLength(300_002)
  })
})

test('headings are cells, too, and rows end as RFC 4180 says', () => {
  expect(
    writeCsv(
      [
        ['a', (row: string) => row],
        ['=b', () => 1],
      ],
      ['x', 'y'],
    ),
  ).toBe('\uFEFF"a","\'=b"\r\n"x","1"\r\n"y","1"\r\n')
})
