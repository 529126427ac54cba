import { describe, expect, test } from 'vitest'
import { checkAnswer } from './check-answer.ts'
import { readClaims } from './claims.ts'
import { readDeclined } from './off-topic.ts'
import type { Source } from './sources.ts'
import { compare, identifiersOf, readEvidence } from './support.ts'
import { isTranslation } from './translation.ts'

const evidence = readEvidence(
  'The `server.port` option sets where Kettle listens. The default is 8,123.\n\n```sh\nkettle --port 80\n```\n\n| Option | Default |\n| --- | --- |\n| `host` | 127.0.0.1 |',
  'Kettle Server options Port',
)
const judge = (markdown: string) => compare({ markdown, text: markdown.replaceAll('`', '') }, evidence).supported

describe('a sentence', () => {
  test.each([
    'The `server.port` option sets where Kettle listens.',
    'By default Kettle listens on port 8123.',
    'Run `kettle --port 80` to set the port.',
    'The default `host` is 127.0.0.1.',
  ])('is supported by what says the same: %s', (sentence) => {
    expect(judge(sentence)).toBe(true)
  })

  test.each([
    ['another number', 'By default Kettle listens on port 9000.'],
    ['a name that is not there', 'The `server.portRange` option sets where Kettle listens.'],
    ['a flag that is not there', 'Start Kettle with --listen to set the port.'],
    ['other words', 'Kettle encrypts every connection with certificates from your operating system.'],
  ])('is not supported with %s', (_what, sentence) => {
    expect(judge(sentence)).toBe(false)
  })
})

test('what stands there word for word is supported, whatever is denied beside it', () => {
  const passage = readEvidence(
    '- You do not depend on a version of Kettle\n  newer than the one that came with it.\n\nDo not call `start` twice.',
    'Kettle API › start',
  )
  const isSupported = (text: string) => compare({ text, markdown: text }, passage).supported
  expect(isSupported('newer than the one that came with it.')).toBe(true)
  expect(isSupported('Kettle API › start')).toBe(true)
  expect(isSupported('You depend on a version of Kettle newer than the one that came with it.')).toBe(false)
})

describe('how much a number is', () => {
  const passage = readEvidence(
    'The time until a test is stopped, in milliseconds. The default is `5_000`, and 30 seconds in browsers. Keep 80% of it.',
    'Timeout',
  )
  const isSupported = (text: string) => compare({ text, markdown: text }, passage).supported

  test.each([
    'A test is stopped after 5 seconds by default.',
    'A test is stopped after 5,000 ms by default, 30,000 in browsers.',
    'In browsers a test is stopped after half a minute: 30 seconds.',
    'Keep 80 % of the time.',
  ])('is the same in another unit: %s', (sentence) => {
    expect(isSupported(sentence)).toBe(true)
  })

  test.each([
    'A test is stopped after 5000 seconds by default.',
    'A test is stopped after 5 minutes by default.',
    'In browsers a test is stopped after 30 ms.',
  ])('is not the same number of something else: %s', (sentence) => {
    expect(isSupported(sentence)).toBe(false)
  })
})

describe('what denies a passage in its own words', () => {
  const passage = readEvidence(
    'By default, `kettle` does not provide a global lid. Logs of failing boils are printed after a boil has finished.\n\n' +
      'If the port is already being used, Kettle will automatically try the next port so this may not be the port that it listens on.\n\n' +
      'With `steam` the whistle is required. Cold water is stale and never boiled twice.',
    'Lid',
  )
  const isSupported = (text: string) => compare({ text, markdown: text }, passage).supported

  test.each([
    'Kettle does not provide a global lid unless it is told to.',
    'Logs of failing boils are printed once the boil has finished.',
    'If the port is already used, Kettle tries the next port.',
    'The whistle is required with `steam`.',
    'The port that Kettle listens on may be another one.',
  ])('does not deny it by saying the same: %s', (sentence) => {
    expect(isSupported(sentence)).toBe(true)
  })

  test.each([
    ['without “not”', 'Kettle provides a global lid by default.'],
    ['with “not”', 'If the port is already being used, Kettle will not automatically try the next port.'],
    ['by the opposite', 'Logs of failing boils are printed before a boil has finished.'],
    ['by another opposite', 'With `steam` the whistle is optional.'],
  ])('%s: “%s”', (_way, sentence) => {
    expect(isSupported(sentence)).toBe(false)
  })
})

test('a default is the one that stands with the word', () => {
  const passage = readEvidence('- **Default:** `false`\n\nSet the lid to `true` on 8 kettles or with `--lid=5`.', 'Lid')
  const isSupported = (text: string) => compare({ text, markdown: text }, passage).supported
  expect(isSupported('The lid is false by default.')).toBe(true)
  expect(isSupported('The lid is true by default.')).toBe(false)
  expect(isSupported('Set the lid to true on 8 kettles.')).toBe(true)
})

test('what is done in code is held by a line that has all of it', () => {
  const passage = readEvidence(
    '```sh\nkettle run   --port 80 main.js\n```\n\nSet `lid` to `true`, `port` to 80.',
    'Run',
  )
  const isSupported = (markdown: string) => compare({ markdown, text: markdown.replaceAll('`', '') }, passage).supported
  expect(isSupported('Run `kettle run main.js --port 80`.')).toBe(true)
  expect(isSupported('Set `lid: true`.')).toBe(true)
  expect(isSupported('Run `kettle dev main.js --port 80`.')).toBe(false)
})

test('names in code are told from words', () => {
  expect(
    identifiersOf('Call `useChat` or streamText, set max_steps and server.port, or pass --watch. Then e.g. wait.'),
  ).toEqual(['usechat', 'streamtext', 'max_steps', 'server.port', '--watch'])
})

test('a claim has its own markers, or those that follow in its paragraph', () => {
  expect(readClaims('It does A. It does B [1]. It does C [2][3].\n\n- one\n- two [4]\n\nNothing.')).toMatchObject([
    { text: 'It does A.', numbers: [1] },
    { text: 'It does B.', numbers: [1] },
    { text: 'It does C.', numbers: [2, 3] },
    { text: 'one', numbers: [4] },
    { text: 'two', numbers: [4] },
    { text: 'Nothing.', numbers: [] },
  ])
})

test('a marker behind the full stop belongs to the sentence before it', () => {
  expect(readClaims('It does A. [1] It does B. [2]')).toMatchObject([
    { text: 'It does A.', numbers: [1] },
    { text: 'It does B.', numbers: [2] },
  ])
})

test('a statement drawn together from two sources is supported by both', () => {
  const source = (number: number, content: string): Source => ({
    ...{ number, content, path: `p${number}`, title: 'T', heading: null, anchor: null, url: `/p${number}` },
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
  ['English of English', 'Fill the tank with vinegar and then rinse it twice, please.', false],
  ['German of English', 'Fülle den Behälter mit Essig und spüle ihn dann zweimal gründlich aus.', true],
  ['Japanese of English', 'タンク に 酢 を 入れて から 二回 すすい で ください 。 これ で 完了', true],
  ['Japanese without blanks', 'タンクに酢を入れてください。', true],
  ['Chinese with a name', '用 `vinegar` 装满水箱。', true],
])('tells a translation: %s', (_what, answer, expected) => {
  expect(isTranslation(answer, 'The tank is filled with vinegar. Rinse it twice after that, and it is done.')).toBe(
    expected,
  )
})

test('an answer without small words is no translation of what has its words', () => {
  const sources = 'Kettle tanks hold 200 litres of water. Descale the tank monthly, or it is lost in the end.'
  expect(isTranslation('Kettle tanks hold 200 litres water. Descale tank monthly.', sources)).toBe(false)
})

test('a short answer is in the language of its question', () => {
  const sources = 'The tank is filled with vinegar. Rinse it twice after that, and it is done.'
  expect(isTranslation('Zweimal, mit `vinegar`.', sources, 'Wie oft soll ich den Behälter spülen?')).toBe(true)
  expect(isTranslation('Twice, with `vinegar`.', sources, 'How often should I rinse it?')).toBe(false)
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
  expect(checkAnswer(answer, [{ ...source, content: 'The heater needs 80 watts.' }]).unsupported).toBeUndefined()
})

test('a number in brackets within code is no marker', () => {
  expect(readClaims('Assignments like `arr[0] = 1` change the array. Copy it [2].')).toMatchObject([
    { markdown: 'Assignments like `arr[0] = 1` change the array.', numbers: [2] },
    { markdown: 'Copy it.', numbers: [2] },
  ])
})

describe('a passage whose lines are wrapped', () => {
  const wrapped = readEvidence(
    'The heater\nwarms the water\nuntil the sensor\nof the lid\ntells the pump\nto stop\nbefore steam\nescapes.\n\n' +
      '- Copper pipes\n- Brass valves\n- Steel\n  springs\n- Rubber hoses\n- Glass gauges\n- Zinc anodes',
    'Kettle',
  )
  const isSupported = (text: string) => compare({ text, markdown: text }, wrapped).supported

  test('supports a sentence of many lines, and an item of two', () => {
    const sentence =
      'The heater warms the water until the sensor of the lid tells the pump to stop before steam escapes.'
    expect(isSupported(sentence)).toBe(true)
    expect(isSupported('Steel springs')).toBe(true)
  })

  test('does not support what is put together from its far ends', () => {
    expect(isSupported('Copper anodes seal the glass springs.')).toBe(false)
    expect(isSupported('The pump seals copper anodes with glass.')).toBe(false)
  })
})

describe('what is declined', () => {
  const declined = (
    question: string,
    more: { neverTalkAbout?: string[]; languages?: string[]; found?: string[] } = {},
  ) => readDeclined(question, { neverTalkAbout: [], found: [], ...more })?.reason

  test.each([
    ['write my essay on the Roman empire', 'off-topic'],
    ['Tell me a joke', 'off-topic'],
    ['Can you write a short story about a dragon?', 'off-topic'],
    ['Pretend to be my girlfriend', 'off-topic'],
    ['How do I write a plugin?', undefined],
    ['How do I ignore rules in a file?', undefined],
    ['What happens when tests pretend to be a browser?', undefined],
    ['write a test for my component', undefined],
    ['Error: resume is not a function', undefined],
  ])('%s: %s', (question, reason) => {
    expect(declined(question)).toBe(reason)
  })

  test('not what the pages speak of', () => {
    expect(declined('Write a story for my button', { found: ['A story shows a component.'] })).toBeUndefined()
  })

  test('a topic that the site never talks about, in other forms of its words', () => {
    expect(declined('What do your competitors charge?', { neverTalkAbout: ['competitor'] })).toBe('topic')
    expect(declined('What does it charge?', { neverTalkAbout: ['competitor'] })).toBeUndefined()
    const german = { neverTalkAbout: ['Konkurrent'], languages: ['de'] }
    expect(declined('Was kosten die Konkurrenten?', german)).toBe('topic')
  })
})
