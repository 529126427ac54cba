import { describe, expect, test } from 'vitest'
import { blocksOf } from '../../../test/support/blocks.ts'
import { compare, identifiersOf, readEvidence as readBlocks } from './support.ts'

const readEvidence = (markdown: string, heads: string) => readBlocks(blocksOf(markdown), heads)

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

test('a number in words is read wherever it stands in its sentence', () => {
  const passage = readEvidence(
    'Kettle shows the two failing lists. It tries three\ntimes, and exits with a non-zero\ncode.',
    'Kettle',
  )
  const isSupported = (text: string) => compare({ text, markdown: text }, passage).supported
  expect(isSupported('Kettle now shows the two failing lists.')).toBe(true)
  expect(isSupported('It shows two failing lists.')).toBe(true)
  expect(isSupported('It tries three times.')).toBe(true)
  expect(isSupported('It exits with a non-zero code.')).toBe(true)
  expect(isSupported('Kettle shows the four failing lists.')).toBe(false)
})

describe('what is said of an option', () => {
  const options = readEvidence(
    '- `lid`: How long to keep the lid closed, in milliseconds. Defaults to `true`.\n' +
      '- `steam`: Whistles as soon as the water has boiled twice. Off by default.\n\n' +
      '| Option | Default | Meaning |\n| --- | --- | --- |\n| `pump` | `false` | Moves water up |\n| `heat` | `"high"` | Speed of heating |',
    'Options',
  )
  const isSupported = (markdown: string) => compare({ markdown, text: markdown.replaceAll('`', '') }, options).supported

  test.each([
    '`lid` is true by default.',
    '`steam` is disabled by default.',
    'By default, `pump` is off.',
    'The default of `heat` is `"high"`.',
    'With `steam` it whistles as soon as the water has boiled.',
    'The lid stays closed for that many milliseconds.',
  ])('is supported by its own entry: %s', (sentence) => {
    expect(isSupported(sentence)).toBe(true)
  })

  test.each([
    ['a default of another state', '`steam` is enabled by default.'],
    ['a default that its row of a table denies', '`pump` is true by default.'],
    ['another name as its default', 'The default of `heat` is `"low"`.'],
    ['a fact of another option', '`lid` whistles as soon as the water has boiled twice.'],
    ['another unit', 'How long to keep the lid closed, in hours.'],
  ])('is not supported with %s', (_what, sentence) => {
    expect(isSupported(sentence)).toBe(false)
  })
})

test('a short clause is denied by the same words, and not by a bound put the other way round', () => {
  const passage = readEvidence(
    'If it is empty, the heater never starts. The pause doubles, but may not exceed 30 seconds.',
    'Heater',
  )
  const isSupported = (text: string) => compare({ text, markdown: text }, passage).supported
  expect(isSupported('The pause doubles, and is at most 30 seconds.')).toBe(true)
  expect(isSupported('If it is empty, the heater starts.')).toBe(false)
})

describe('opposites', () => {
  test.each([
    ['German', 'Der Deckel ist nach dem Kochen immer aktiviert.', 'Der Deckel ist nach dem Kochen immer deaktiviert.'],
    [
      'French',
      'Le couvercle est toujours fermé après la cuisson.',
      'Le couvercle est toujours fermé avant la cuisson.',
    ],
    ['Spanish', 'La tapa siempre está cerrada durante la cocción.', 'La tapa nunca está cerrada durante la cocción.'],
    ['Portuguese', 'A tampa fica ativada durante o cozimento.', 'A tampa fica desativada durante o cozimento.'],
    [
      'Italian',
      'Il coperchio resta abilitato durante la cottura.',
      'Il coperchio resta disabilitato durante la cottura.',
    ],
    [
      'Dutch',
      'Het deksel blijft ingeschakeld tijdens het koken.',
      'Het deksel blijft uitgeschakeld tijdens het koken.',
    ],
    ['Russian', 'Крышка всегда закрыта во время кипения.', 'Крышка никогда закрыта во время кипения.'],
    ['Japanese', '蓋の設定は沸騰のあいだ有効です。', '蓋の設定は沸騰のあいだ無効です。'],
    ['Chinese', '煮沸期间锅盖设置会启用。', '煮沸期间锅盖设置会禁用。'],
    ['Korean', '끓는 동안 뚜껑 설정이 활성화됩니다.', '끓는 동안 뚜껑 설정이 비활성화됩니다.'],
  ])('are told in %s', (_language, stated, denied) => {
    const passage = readEvidence(stated, 'Kettle')
    const isSupported = (text: string) => compare({ text, markdown: text }, passage).supported
    expect(isSupported(stated)).toBe(true)
    expect(isSupported(denied)).toBe(false)
  })
})

describe('which of two things stands before the other', () => {
  const judgeOf = (passage: string) => (text: string) =>
    compare({ text, markdown: text }, readEvidence(passage, 'Kettle')).supported

  test.each([
    [
      'The flag takes precedence over the configuration file.',
      'The configuration file takes precedence over the flag.',
    ],
    [
      'Die Kommandozeile hat Vorrang vor der Konfigurationsdatei.',
      'Die Konfigurationsdatei hat Vorrang vor der Kommandozeile.',
    ],
    [
      'Las opciones de la ruta sobrescriben las del servidor.',
      'Las opciones del servidor sobrescriben las de la ruta.',
    ],
    ['Migrations run before the server listens.', 'The server listens before migrations run.'],
  ])('is not turned round: %s', (stated, turned) => {
    expect(judgeOf(`Some words. ${stated}`)(stated)).toBe(true)
    expect(judgeOf(`Some words. ${stated}`)(turned)).toBe(false)
  })

  test('is left open where a passage puts it in the passive, or says it both ways', () => {
    expect(judgeOf('The file is overridden by the flag.')('The flag overrides the file.')).toBe(true)
    expect(
      judgeOf('Plugins load before hooks run. In tests, hooks run before plugins load.')(
        'Hooks run before plugins load.',
      ),
    ).toBe(true)
  })
})

describe('in languages without blanks between words, and in Cyrillic', () => {
  test.each([
    [
      '`retry` はデフォルトでtrueです。',
      '`retry` はデフォルトで `true` です。',
      '`retry` はデフォルトで `false` です。',
    ],
    ['`retry` 默认情况下为true。', '`retry` 默认为 `true`。', '`retry` 默认为 `false`。'],
    ['待ち時間はミリ秒単位で指定します。', '待ち時間はミリ秒単位です。', '待ち時間は秒単位で指定します。'],
    ['超时以毫秒为单位。', '超时以毫秒为单位设置。', '超时以秒为单位。'],
    ['Тайм-аут задаётся в миллисекундах.', 'Тайм-аут указан в миллисекундах.', 'Тайм-аут задаётся в секундах.'],
  ])('defaults and units are compared: %s', (stated, right, wrong) => {
    const passage = readEvidence(stated, 'Kettle')
    const isSupported = (markdown: string) =>
      compare({ markdown, text: markdown.replaceAll('`', '') }, passage).supported
    expect(isSupported(right)).toBe(true)
    expect(isSupported(wrong)).toBe(false)
  })
})

test('what follows otherwise is not a denial', () => {
  const passage = readEvidence('The path must be absolute, otherwise it is taken from the working folder.', 'Path')
  const text = 'A path that is not absolute is taken from the working folder.'
  expect(compare({ text, markdown: text }, passage).supported).toBe(true)
})
