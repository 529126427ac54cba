import { describe, expect, test } from 'vitest'
import { blocksOf } from '../../../test/support/blocks.ts'
import type { Source } from '../sources.ts'
import { checkAnswer, judgeAnswer, writeRulings } from './check-answer.ts'

/** A page without headings that says this. */
const sourceOf = (number: number, content: string, title = 'T'): Source => ({
  ...{ number, content, blocks: blocksOf(content), path: `p${number}`, title, heading: null, anchor: null },
  url: `/p${number}`,
  breadcrumbs: [title],
})

test('a statement drawn together from two sources is supported by both', async () => {
  const sources = [sourceOf(1, 'The heater needs 80 watts.'), sourceOf(2, 'The pump needs 20 litres hourly.')]
  const { citations, unsupported } = await checkAnswer(
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
])('what leads to a statement is none: %s', async (answer) => {
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
  expect((await checkAnswer(answer, [{ ...source, content, blocks: blocksOf(content) }])).unsupported).toBeUndefined()
})

test.each([
  'Der Kessel braucht 80 Watt. [1]\n\n*Auszüge aus der Dokumentation, wörtlich zitiert.*',
  'La documentation ne semble pas répondre à cette question. Les pages les plus proches sont :\n\n- Kessel [1]',
])('what the excerpt model says itself needs no support: %s', async (answer) => {
  const source = { path: 'p', title: 'Kessel', heading: null, anchor: null, url: '/p', breadcrumbs: ['Kessel'] }
  const content = 'Der Kessel braucht 80 Watt.'
  expect(
    (await checkAnswer(answer, [{ ...source, number: 1, content, blocks: blocksOf(content) }])).unsupported,
  ).toBeUndefined()
})

describe('a denial by the source that is cited', () => {
  const source = (number: number, content: string) => sourceOf(number, content, 'Boiler')
  const denial = source(1, 'Valves are local to their boiler by default.')

  test('is not overruled by another source that shares some words with it', async () => {
    const sources = [denial, source(2, 'Boilers close valves before they are local or remote by name.')]
    const answer = 'Valves are not local to their boiler by default [1].'
    expect(await checkAnswer(answer, sources)).toMatchObject({
      citations: [{ number: 1, supported: false }],
      unsupported: ['Valves are not local to their boiler by default.'],
    })
  })

  test('counts for nothing where another source agrees as closely', async () => {
    const sources = [denial, source(2, 'Valves are not local to their boiler by default.')]
    const answer = 'Valves are not local to their boiler by default [1].'
    expect(await checkAnswer(answer, sources)).toMatchObject({
      citations: [{ number: 1, supported: false, supportedBy: 2 }],
    })
  })
})

test('of several sources that support a statement, the one that says most of it is named', async () => {
  const sources = [
    sourceOf(1, 'Lids are blue.'),
    sourceOf(2, 'The pump moves hot water.'),
    sourceOf(3, 'The pump moves hot water to the upper tank.'),
  ]
  const { citations } = await checkAnswer('The pump moves hot water to the upper tank [1].', sources)
  expect(citations).toMatchObject([{ number: 1, supported: false, supportedBy: 3 }])
})

describe('rules leave open', () => {
  const source = (number: number, content: string) => sourceOf(number, content, 'Boiler')
  const sources = [
    source(1, 'Valves are local to their boiler by default. The pump starts by itself when the tank is full.'),
    source(2, 'The heater needs 80 watts. Set `heat` to start it.'),
  ]
  const openIn = async (answer: string): Promise<string[]> => {
    const rulings = await judgeAnswer(answer, sources)
    return rulings.filter(({ isOpen }) => isOpen).map(({ claim }) => claim.text)
  }

  test('a sentence in other words than what it cites, with its numbers and names', async () => {
    const sentences = [
      'Once enough water is inside, nobody has to press a button.',
      'Whoever wants warmth types `heat` into a terminal, and 80 flow through a wall.',
    ]
    expect(await openIn(`${sentences[0]} [1] ${sentences[1]} [2]`)).toEqual(
      sentences.map((sentence) => sentence.replaceAll('`', '')),
    )
  })

  test('one whose numbers stand in several sources that it cites', async () => {
    const answer = 'Once enough water is inside, nobody has to press a button, and it draws 80 watts [1][2].'
    expect(await openIn(answer)).toHaveLength(1)
    expect(await openIn(answer.replace('80', '90'))).toEqual([])
  })

  test.each([
    ['is supported', 'The pump starts by itself [1].'],
    ['is supported by another source', 'The heater needs 80 watts [1].'],
    ['is denied', 'Valves are not local to their boiler by default [1].'],
    ['has another number', 'Once 90 litres are inside, nobody has to press a button [1].'],
    ['has another name', 'Once `water` is inside, nobody has to press a button [1].'],
    ['cites nothing', 'Once enough water is inside, nobody ever has to press any button.'],
    ['cites a source that denies it', 'Valves are not local to their boiler by default, whatever heats [1][2].'],
  ])('nothing that %s', async (_what, answer) => {
    expect(await openIn(answer)).toEqual([])
  })

  test('what a second look may approve: it is then supported, by no sentence in particular', async () => {
    const rulings = await judgeAnswer(
      'Once enough water is inside, nobody has to press a button [1]. Each valve belongs to its own appliance [1].',
      sources,
    )
    expect(writeRulings(rulings, new Set(rulings.slice(0, 1)))).toEqual({
      citations: [
        { number: 1, sentence: 'Once enough water is inside, nobody has to press a button.', supported: true },
        { number: 1, sentence: 'Each valve belongs to its own appliance.', supported: false },
      ],
      unsupported: ['Each valve belongs to its own appliance.'],
    })
  })
})

test('other work goes on while a long answer is checked', async () => {
  const content = Array.from({ length: 60 }, (_, at) => `Set \`valve.${at}\` to ${at}, and the pump starts.`).join(
    '\n\n',
  )
  const sources = [1, 2, 3].map((number) => sourceOf(number, content))
  let turns = 0
  const count = setInterval(() => {
    turns += 1
  })
  const answer = Array.from({ length: 300 }, (_, at) => `The pump starts at ${at} by \`valve.${at}\` [1][2]. `).join('')
  await checkAnswer(answer, sources)
  clearInterval(count)
  expect(turns).toBeGreaterThan(2)
})
