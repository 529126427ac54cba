import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clean } from './clean.ts'

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])

test('NUL and halves of surrogate pairs are gone from keys and values, whatever comes', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary', maxDepth: 4 }), (value) => {
      const written = JSON.stringify(clean(value))
      expect(written).not.toContain('\\u0000')
      expect(written).not.toMatch(/\\ud[89a-f]/i)
    }),
  )
})

test('text that is well formed stays as it is', () => {
  const text = 'Grüße 👩‍👩‍👧 שלום e\u0301\n\t"\\'
  expect(clean({ text, list: [text, null, 1.5, true] })).toEqual({ text, list: [text, null, 1.5, true] })
  expect(clean('a\0b\ud800c')).toBe('ab\ufffdc')
})

test('a key named __proto__ is left out, also one that is called so once it is clean', () => {
  const cleaned = clean(JSON.parse('{"__proto__": {"polluted": true}, "__proto\\u0000__": {}, "kept": 1}'))
  expect(Object.getOwnPropertyNames(cleaned)).toEqual(['kept'])
})

test('32 levels are read, 33 are refused', () => {
  expect(clean(nested(32))).toEqual(nested(32))
  expect(() => clean(nested(33))).toThrow('nested deeper than 32 levels')
})
