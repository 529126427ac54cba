import { describe, expect, test } from 'vitest'
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
])('what the excerpt model says itself needs no support: %s', (answer) => {
  const source = { path: 'p', title: 'Kessel', heading: null, anchor: null, url: '/p', breadcrumbs: ['Kessel'] }
  const content = 'Der Kessel braucht 80 Watt.'
  expect(
    checkAnswer(answer, [{ ...source, number: 1, content, blocks: blocksOf(content) }]).unsupported,
  ).toBeUndefined()
})

describe('a denial by the source that is cited', () => {
  const source = (number: number, content: string): Source => ({
    ...{ number, content, blocks: blocksOf(content), path: `p${number}`, title: 'Boiler', heading: null, anchor: null },
    url: `/p${number}`,
    breadcrumbs: ['Boiler'],
  })
  const denial = source(1, 'Valves are local to their boiler by default.')

  test('is not overruled by another source that shares some words with it', () => {
    const sources = [denial, source(2, 'Boilers close valves before they are local or remote by name.')]
    const answer = 'Valves are not local to their boiler by default [1].'
    expect(checkAnswer(answer, sources)).toMatchObject({
      citations: [{ number: 1, supported: false }],
      unsupported: ['Valves are not local to their boiler by default.'],
    })
  })

  test('counts for nothing where another source agrees as closely', () => {
    const sources = [denial, source(2, 'Valves are not local to their boiler by default.')]
    const answer = 'Valves are not local to their boiler by default [1].'
    expect(checkAnswer(answer, sources)).toMatchObject({ citations: [{ number: 1, supported: false, supportedBy: 2 }] })
  })
})

test('of several sources that support a statement, the one that says most of it is named', () => {
  const source = (number: number, content: string): Source => ({
    ...{ number, content, blocks: blocksOf(content), path: `p${number}`, title: 'T', heading: null, anchor: null },
    url: `/p${number}`,
    breadcrumbs: ['T'],
  })
  const sources = [
    source(1, 'Lids are blue.'),
    source(2, 'The pump moves hot water.'),
    source(3, 'The pump moves hot water to the upper tank.'),
  ]
  const { citations } = checkAnswer('The pump moves hot water to the upper tank [1].', sources)
  expect(citations).toMatchObject([{ number: 1, supported: false, supportedBy: 3 }])
})
