import { expect, test } from 'vitest'
import { decodePage } from './page-head.ts'

const page = (head: string, bytes: readonly number[]): Buffer =>
  Buffer.concat([Buffer.from(`<!doctype html><head>${head}</head><p>`), Buffer.from(bytes), Buffer.from('</p>')])

test.each<[string, readonly number[], string]>([
  ['windows-1251', [0xcf, 0xf0, 0xe8], 'При'],
  ['koi8-r', [0xf0, 0xd2, 0xc9], 'При'],
  ['iso-8859-2', [0xbb], 'ť'],
  ['iso-8859-15', [0xa4], '€'],
  ['Windows-1252', [0x80, 0x93], '€“'],
  ['Shift_JIS', [0x93, 0xfa, 0x96, 0x7b], '日本'],
  ['euc-jp', [0xc6, 0xfc, 0xcb, 0xdc], '日本'],
  ['gb2312', [0xd6, 0xd0], '中'],
  ['big5', [0xa4, 0xa4], '中'],
  ['euc-kr', [0xc7, 0xd1], '한'],
])('a page in %s is read so, whether its header says it, its head or its old head', (name, bytes, text) => {
  for (const [head, type] of [
    ['', `text/html; charset=${name}`],
    [`<meta charset="${name}">`, undefined],
    [`<meta http-equiv='Content-Type' content='text/html; charset=${name}'>`, 'text/html'],
  ] as const) {
    expect(decodePage(page(head, bytes), type)).toContain(`<p>${text}</p>`)
  }
})

const umlaut = [...Buffer.from('Über')]

test.each([
  ['of a script', '<script charset="gbk" src="a.js"></script><meta charset="utf-8">'],
  ['in a comment', '<!-- <meta charset="gbk"> --><meta charset="utf-8">'],
  ['of UTF-16 in a page that is none', '<meta charset="utf-16">'],
  ['that nobody knows', '<meta charset="no-such-thing">'],
])('a character set %s is not that of a page', (_, head) => {
  expect(decodePage(page(head, umlaut), undefined)).toContain('<p>Über</p>')
})

test('what a header says counts for more than what a page says, and a mark for more than both', () => {
  expect(decodePage(page('<meta charset="koi8-r">', umlaut), 'text/html; charset=utf-8')).toContain('Über')
  const marked = Buffer.from('\uFEFF<meta charset="koi8-r">Über')
  expect(decodePage(marked, 'text/html; charset=koi8-r')).toContain('Über')
})
