import { expect, test } from 'vitest'
import { htmlText } from './text.ts'

const linesOf = (html: string) =>
  htmlText(html)
    .split(/\s*\n\s*/)
    .filter(Boolean)

test('a tag ends where its quotes and braces have ended', () => {
  expect(linesOf('<Card title="a > b" on={() => { if (x) { go("}") } }}>Go <b>on</b></Card>')).toEqual([
    'a > b',
    'Go on',
  ])
})

test('attributes over many lines, as cards have them, are read at once', () => {
  const card = (at: number) =>
    `  <FixCard\n    group="dynamic"\n    title="Card ${at}"\n    snippets={[\n      { text: 'function f() {', highlight: true },\n      { text: '  "use cache"' },\n    ]}\n  />\n`
  const cards = Array.from({ length: 20 }, (_, at) => card(at))
  expect(linesOf(`<FixCardGrid>\n${cards.join('')}</FixCardGrid>`)).toEqual(cards.map((_, at) => `Card ${at}`))
  // Its end is missing, so that it is no tag.
  expect(linesOf(cards.join('').replaceAll('/>', '')).length).toBeGreaterThan(20)
})

test.each(['a < b and c > d', '1 <2', 'x <y', '<a {', "it's <b"])('%s has no tag', (text) => {
  expect(htmlText(text)).toBe(text)
})
