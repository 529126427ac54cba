import { expect, test } from 'vitest'
import { countContrasts, namesEach, readCompared } from './comparison.ts'

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
  [
    'sentences that name both, those with a contrast twice',
    'There are `json` and jsonb. A json is a copy, while a jsonb is not.',
    3,
  ],
  ['words alone, not their beginnings', 'A jsonb is quick, while another jsonb is not.', 0],
  ['no code and no tables', '```\njson but jsonb\n```\n\n| json | jsonb |\n| --- | --- |\n| json | but jsonb |', 0],
])('what tells things apart: %s', (_, markdown, told) => {
  expect(countContrasts(['json', 'jsonb'], markdown)).toBe(told)
})

test.each([
  ['When to use Server and Client Components?', true],
  ['App router and pages router', false],
  ['Server components', false],
])('a heading names each of two things, which share a word: %s', (heading, isSo) => {
  expect(namesEach(['server component', 'client component'], heading)).toBe(isSo)
})
