import { expect, test } from 'vitest'
import { excerpt, markWords, wordsOf } from './mark-words.ts'
import { plainText, readHits } from './search-hit.ts'

const marked = (text: string, query: string): string[] =>
  markWords(text, wordsOf(query)).flatMap((piece) => (piece.isMatch ? [piece.text] : []))

test('words are highlighted with any ending, but not inside other words', () => {
  expect(marked('Rotate keys. A monkey rotates.', 'rotating key')).toEqual(['Rotate', 'keys', 'rotates'])
  expect(marked('Ключи и ключ', 'ключ')).toEqual(['Ключи', 'ключ'])
  expect(marked('a.b (c)', '.*(')).toEqual([])
})

test('words of one or two letters are highlighted only if there are no others', () => {
  expect(marked('Rotate a key, and then another.', 'rotate a key')).toEqual(['Rotate', 'key'])
  expect(marked('The keys of an answer there', 'the key of it')).toEqual(['The', 'keys'])
  expect(marked('An id and ideas', 'id')).toEqual(['id', 'ideas'])
})

test('scripts without spaces are highlighted by pairs of letters', () => {
  expect(marked('認証キーの回転', 'キーの回転').join('')).toBe('キーの回転')
})

test('highlighting loses no text', () => {
  const text = 'Rotate the key, then rotate it back.'
  expect(
    markWords(text, wordsOf('rotate'))
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})

test('an excerpt contains the first word of the query', () => {
  const long = `${'before '.repeat(60)}needle ${'after '.repeat(60)}`
  expect(excerpt(long, wordsOf('needle'), 140)).toMatch(/^….*needle.*…$/)
  expect(excerpt(long, wordsOf('nothing'), 140)).toMatch(/^before/)
  expect(excerpt('短い文', wordsOf('文'), 140)).toBe('短い文')
  expect(excerpt(`${'字'.repeat(200)}針${'字'.repeat(200)}`, wordsOf('針'), 100)).toContain('針')
})

test('an excerpt ends with a whole word, and with an ellipsis only if the text goes on', () => {
  const text = 'Nonsense is refused, and a scanner can recognize a leaked key.'
  expect(excerpt(text, undefined, 50)).toBe('Nonsense is refused, and a scanner can recognize a…')
  expect(excerpt(text, undefined, 45)).toBe('Nonsense is refused, and a scanner can…')
  expect(excerpt(`${'before '.repeat(30)}the key.`, wordsOf('key'), 60)).toMatch(/^…before .* the key\.$/)
})

test('Markdown becomes plain text', () => {
  expect(
    plainText('## Head\n\n- Run `npm start` **now**, see [the page](/x).\n\n```sh\nls\n```\n\n| a | b |\n|---|---|'),
  ).toBe('Run npm start now, see the page. a · b ls')
  expect(plainText('```sh\ncat a | wc\n```\n\n| a | `b\\|c` |\n| - | - |\n| d|e |\n\nSo.')).toBe(
    'a · b|c d · e So. cat a | wc',
  )
})

test('tags are removed, except in code', () => {
  expect(plainText('<p>Place it in the `<head>`, or before `</body>`.<br>')).toBe(
    'Place it in the <head>, or before </body>.',
  )
  expect(plainText('Add this:\n\n```html\n<script async></script>\n```')).toBe('Add this: <script async></script>')
})

test('any answer of the server is read safely', () => {
  const address = (url: string) => url
  expect(readHits({ message: 'No.' }, address)).toEqual([])
  expect(readHits([null, 7, { metadata: { title: 'x' } }], address)).toEqual([])
  const entry = {
    content: 'Text',
    path: 'p',
    metadata: { title: 'T', heading: 'H', url: '/p#h', breadcrumbs: ['T', 'H'] },
  }
  const found = { address: '/p#h', title: 'H', path: 'T', text: 'Text' }
  expect(readHits([entry, entry, { ...entry, path: 'q' }], address)).toEqual([
    { ...found, isFurther: false },
    { ...found, isFurther: true },
    { ...found, isFurther: false },
  ])
})
