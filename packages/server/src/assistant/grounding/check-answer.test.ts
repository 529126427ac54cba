import { expect, test } from 'vitest'
import { blocksOf } from '../../../test/support/blocks.ts'
import type { Source } from '../sources.ts'
import { checkAnswer } from './check-answer.ts'

test('a statement drawn together from two sources is supported by both', () => {
  const source = (number: number, content: string): Source => ({
    ...{
      number,
      content,
      blocks: blocksOf(content),
      path: `p${number}`,
      title: 'T',
      heading: null,
      anchor: null,
      url: `/p${number}`,
    },
    breadcrumbs: ['T'],
  })
  const sources = [source(1, 'The heater needs 80 watts.'), source(2, 'The pump needs 20 litres hourly.')]
  const { citations, unsupported } = checkAnswer(
    'The heater needs 80 watts and the pump 20 litres hourly [1][2].',
    sources,
  )
  expect(citations).toMatchObject([{ supported: true }, { supported: true }])
  expect(unsupported).toBeUndefined()
})

test.each([
  'Yes. The heater needs 80 watts [1].',
  'Here is an example [1]:\n\n```sh\nheat\n```',
  '| Part | Need |\n| --- | --- |\n| Heater | 80 watts [1] |',
  '**In short**\nThe heater needs 80 watts [1].',
])('what leads to a statement is none: %s', (answer) => {
  const source = {
    number: 1,
    path: 'p',
    title: 'Power',
    heading: null,
    anchor: null,
    url: '/p',
    breadcrumbs: ['Power'],
  }
  const content = 'The heater needs 80 watts.'
  expect(checkAnswer(answer, [{ ...source, content, blocks: blocksOf(content) }]).unsupported).toBeUndefined()
})

test.each([
  'Der Kessel braucht 80 Watt. [1]\n\n*Auszüge aus der Dokumentation, wörtlich zitiert.*',
  'La documentation ne semble pas répondre à cette question. Les pages les plus proches sont :\n\n- Kessel [1]',
])('what the quote model says itself needs no support: %s', (answer) => {
  const source = { path: 'p', title: 'Kessel', heading: null, anchor: null, url: '/p', breadcrumbs: ['Kessel'] }
  const content = 'Der Kessel braucht 80 Watt.'
  expect(
    checkAnswer(answer, [{ ...source, number: 1, content, blocks: blocksOf(content) }]).unsupported,
  ).toBeUndefined()
})
