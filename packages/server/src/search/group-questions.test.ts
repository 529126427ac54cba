import { expect, test } from 'vitest'
import { clusterQuestions } from './group-questions.ts'

const counts = {
  sections: new Map([
    ['set', 80],
    ['kettl', 90],
    ['temperatur', 12],
  ]),
  total: 100,
}
const group = (...questions: string[]) =>
  clusterQuestions(
    questions.map((question) => ({ question, paths: [] })),
    counts,
  )

test('questions about the same thing stand together, the largest group first', () => {
  const topics = group(
    'How do I set up SAML single sign-on?',
    'Does Kettle export Prometheus metrics?',
    'Is single sign-on supported?',
    'Where are the Prometheus metrics of Kettle?',
    'Can I use single sign-on with SAML?',
  )
  expect(topics.map((topic) => topic.questions.length)).toEqual([3, 2])
  expect(topics[0]?.words.slice(0, 3)).toContain('single')
  expect(topics[1]?.words.slice(0, 2).sort()).toEqual(['metrics', 'prometheus'])
})

test('a word that the whole documentation uses does not join what is different', () => {
  expect(group('How do I set the colour of Kettle?', 'How do I set Kettle to Portuguese?')).toHaveLength(2)
})

test('what a stranger writes after the first 500 characters joins nothing and costs nothing', () => {
  const book = Array.from({ length: 20_000 }, (_, at) => `word${at}`).join(' ')
  const question = 'Does Kettle export Prometheus metrics, and how do I read those metrics with Prometheus?'
  expect(group(question, `${question} ${' '.repeat(500)} ${book}`)).toHaveLength(1)
})

test('questions without a word of content are groups of their own, and break nothing', () => {
  expect(group('How?', 'Why is it so?', '…')).toHaveLength(3)
})
