import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { blocksOf } from '../../../test/support/blocks.ts'
import { type ModelServer, startModelServer } from '../../../test/support/model-server.ts'
import { type NamedModel, openCheckingModel } from '../models/models.ts'
import type { Source } from '../sources.ts'
import { judgeAnswer } from './check-answer.ts'
import { lookAgain } from './second-look.ts'

/** In characters: what the manual says of its cost. */
const longestPrompt = 18_000

const sourceOf = (number: number, content: string, title = 'Boiler'): Source => ({
  ...{ number, content, blocks: blocksOf(content), path: `p${number}`, title, heading: null, anchor: null },
  url: `/p${number}`,
  breadcrumbs: ['Boiler'],
})
const log = pino({ level: 'silent' })

let model: ModelServer
let checker: NamedModel
beforeAll(async () => {
  model = await startModelServer()
})
beforeEach(async () => {
  model.requests.length = 0
  checker = await openCheckingModel('openai-compatible:small', { OPENAI_COMPATIBLE_BASE_URL: model.url })
})
afterAll(() => model.close())

const look = async (answer: string, sources: readonly Source[], signal = new AbortController().signal) => {
  const approvals = await lookAgain(checker, await judgeAnswer(answer, sources), { signal, log })
  return [...approvals].map(({ claim }) => claim.text)
}
const whole = (at = 0) => model.requests[at]?.messages.map(({ content }) => String(content)).join('') ?? ''

test('costs no more than its bounds, however much an answer says and cites', async () => {
  const passage = Array.from({ length: 400 }, () => 'The pump starts by itself when the tank is full.').join('\n\n')
  const sources = Array.from({ length: 12 }, (_, at) => sourceOf(at + 10, passage, 'Boiler'.repeat(50)))
  const sentence = (at: number) =>
    `Nobody has to press a button, ${'as water alone is enough for that, '.repeat(10)}it says [${(at % 12) + 10}].`
  const answer = Array.from({ length: 40 }, (_, at) => sentence(at)).join(' ')
  model.script([{ say: '[]' }])
  await look(answer, sources)
  expect(whole().match(/kind="passage/g)).toHaveLength(6)
  expect(whole().match(/kind="sentence/g)).toHaveLength(8)
  expect(whole().length).toBeGreaterThan(longestPrompt / 2)
  expect(whole().length).toBeLessThan(longestPrompt)
  expect(model.requests[0]?.max_tokens).toBe(1_000)
})

test('leaves sentences to the rules that are too long to be read whole', async () => {
  const sources = [sourceOf(1, 'The pump starts by itself when the tank is full.')]
  expect(
    await look(
      `Nobody has to press a button, ${'as water alone is enough for that, '.repeat(11)}every day [1].`,
      sources,
    ),
  ).toEqual([])
  expect(model.requests).toEqual([])
})

test('reads of a long passage what has most of the sentences’ words', async () => {
  const filler = (from: number) =>
    Array.from({ length: 200 }, (_, at) => `Lid ${from + at} is made of green glass.`).join('\n\n')
  const said = 'A button starts the pump by hand, whatever the level of water is.'
  const source = sourceOf(1, `${filler(0)}\n\n${said}\n\n${filler(200)}`)
  model.script([{ say: '[{"sentence": 1, "supported": true}]' }])
  const sentence = 'People may press a button at any level, dry or wet, day or night, and nothing stops them.'
  expect(await look(`${sentence} [1]`, [source])).toEqual([sentence])
  expect(whole()).toContain(said)
  expect(whole()).not.toContain('Lid 399 is made')
})

test('takes what stands in a list around which a model writes, and none of what was not asked', async () => {
  const sources = [sourceOf(1, 'The pump starts by itself when the tank is full.')]
  const sentences = ['Nobody has to press a button.', 'Water alone is enough for that.']
  const list = [0, 1, 2, 3].map((sentence) => ({ sentence, supported: sentence !== 1 }))
  model.script([{ say: `<think>Hm [1].</think>Here:\n\`\`\`json\n${JSON.stringify(list)}\n\`\`\`` }])
  expect(await look(sentences.map((each) => `${each} [1]`).join(' '), sources)).toEqual(sentences.slice(1))
})

test('is not taken for a reader who has left', async () => {
  const sources = [sourceOf(1, 'The pump starts by itself when the tank is full.')]
  expect(await look('Nobody has to press a button [1].', sources, AbortSignal.abort())).toEqual([])
  expect(model.requests).toEqual([])
})

test('pauses after five failures in a row, such as lists that make no sense', async () => {
  const sources = [sourceOf(1, 'The pump starts by itself when the tank is full.')]
  model.script([{ say: 'Yes.' }])
  for (let times = 0; times < 7; times++) await look('Nobody has to press a button [1].', sources)
  expect(model.requests).toHaveLength(5)
})
