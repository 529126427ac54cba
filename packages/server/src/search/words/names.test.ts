import { expect, test } from 'vitest'
import { emptyTerms, queryNames, signedTerms, titleTerms } from './names.ts'
import { readTerms } from './words.ts'

test.each([
  ['C++ and C#', ['c++', 'c#']],
  ['Use --dry-run, -n or -N.', ['--dry-run', '-n', '-N']],
  ['$ref, @media and ::before', ['$ref', '@media', '::before']],
  ['.NET in a .env file', ['.net', '.env']],
  ['a-b, e.g. this: that, 5-v and me@acme.test', []],
])('what signs tell apart in %j', (text, terms) => {
  expect(signedTerms(text).sort()).toEqual([...terms].sort())
})

test.each([
  ['from', ['=from']],
  ['!==', ['=!==']],
  ['Install it', []],
])('a name that says nothing is a term: %j', (name, terms) => {
  expect(emptyTerms(name)).toEqual(terms)
})

test('no term has a blank, as they are kept side by side', () => {
  const all = ['Page a', '10⁶ of 1½', 'If not', '?? and !=='].flatMap((text) => [
    ...titleTerms(text),
    ...queryNames(text),
    ...readTerms(text),
    ...signedTerms(text),
  ])
  expect(all).toContain('=page_a')
  expect(all.filter((term) => /\s/.test(term))).toEqual([])
})

test('a power is none of the digits before it', () => {
  expect(readTerms('10⁶')).toEqual(['10', '6', '10^6'])
  expect(readTerms('1½')).not.toContain('11')
  expect(readTerms('H₂O')).toContain('h2o')
})
