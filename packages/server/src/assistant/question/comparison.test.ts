import { expect, test } from 'vitest'
import { namesEach, readCompared } from './comparison.ts'

test.each([
  ['What is the difference between `json` and jsonb?', ['json', 'jsonb']],
  ['ref vs. reactive, which one is quicker?', ['ref', 'reactive']],
  ['How do slots differ from props?', ['slots', 'props']],
  ['Was ist der Unterschied zwischen Klonen und Heilen?', ['klonen', 'heilen']],
  ['Quelle est la différence entre apt et aptitude ?', ['apt', 'aptitude']],
  ['¿Qué diferencia hay entre apt y aptitude?', ['apt', 'aptitude']],
  ['aptとaptitudeの違いは何ですか？', ['apt', 'aptitude']],
  ['克隆和修复有什么区别？', ['克隆', '修复']],
  ['What is a slot?', undefined],
])('%s wants %j told apart', (question, compared) => {
  expect(readCompared(question)).toEqual(compared)
})

test.each([
  ['When to use Server and Client Components?', true],
  ['App router and pages router', false],
  ['Server components', false],
])('a heading names each of two things, which share a word: %s', (heading, isSo) => {
  expect(namesEach(['server component', 'client component'], heading)).toBe(isSo)
})
