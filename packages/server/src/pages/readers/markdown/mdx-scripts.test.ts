import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOpen, mdxScripts } from './mdx-scripts.ts'

test.each([
  ['[{ a: 1 ', true],
  ['[{ a: 1 }', true],
  ['[{ a: 1 }]', false],
  ['({ a: "}" ', true],
  ['({ a: "{" })', false],
  [`{ a: 'it\\'s {' }`, false],
  ['f(1', true],
  ['x}', false],
  ['', false],
])('brackets of %j are open: %j', (text, open) => {
  expect(isOpen(text)).toBe(open)
})

test.each(['[`{`', '[/* } */ {', '[/{/', '[<b a="{">{</b>', '[{ a: "b\n"'])(
  'of %j nobody is sure without parsing',
  (text) => {
    expect(isOpen(text)).toBe(false)
  },
)

test('what is called open is nothing that acorn takes as an expression', () => {
  const pieces = ['{', '}', '[', ']', '(', ')', 'a', ':', ',', '"', "'", '"{"', '\\', ' ', '1', '`', '/', '<', '\n']
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((some) => some.join(''))
  fc.assert(
    fc.property(text, (written) => {
      if (isOpen(written)) expect(() => mdxScripts.parse(`(${written}\n)`, { ecmaVersion: 2024 })).toThrow(SyntaxError)
    }),
    { numRuns: 5_000 },
  )
})
