import { describe, expect, test } from 'vitest'
import { blocksOf } from '../../../test/support/blocks.ts'
import { readPieces, writePiece } from './pieces.ts'

const read = (markdown: string) => readPieces(blocksOf(markdown)).map(writePiece)

describe('a section read as pieces', () => {
  test.each([
    'Read the level with `pump.level()`.',
    'Read [the gauge](/gauge) twice a day.',
    'Consult the display before you open the lid.',
    'You will see the [dashboard](/dashboard) with all pumps.',
    'The pump follows [the standard](/standard), so any hose fits.',
    'Set `pump.night` in the settings (see [settings.yaml](/settings)).',
    'A pump without a lid stops; see [the table of lids](/lids).',
    'Continue to press [the button](/button) until it stops.',
    'For old pumps use [the adapter](/adapter).',
  ])('keeps the words of links: %s', (sentence) => {
    expect(read(sentence)).toEqual([sentence.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')])
  })

  test.each([
    [
      'Write it into *~/.Xresources*: it stays. Then go on.',
      ['Write it into *~/.Xresources*: it stays.', 'Then go on.'],
    ],
    ['Set `pump.*` to 2. It stops.', ['Set `pump.*` to 2.', 'It stops.']],
    ['静かです。夜に動きます。', ['静かです。', '夜に動きます。']],
  ])('ends sentences where a blank follows, and not within emphasis: %s', (prose, sentences) => {
    expect(readPieces(blocksOf(prose))).toEqual([{ kind: 'prose', parts: sentences }])
  })

  test.each(['{{ npm_tabs({ package: "pump" }) }}', '{% include "pump.html" %}', '{{< pump >}}'])(
    'leaves out what a generator replaces: %s',
    (call) => {
      expect(read(`Install it.\n\n${call}\n\nWrite \`{{ level }}\` or {{ level }}.`)).toEqual([
        'Install it.',
        'Write `{{ level }}` or {{ level }}.',
      ])
    },
  )

  test('leaves out a list of nothing but links', () => {
    expect(read('- [Pumps](/pumps)\n- [Hoses](/hoses).')).toEqual([])
    expect(read('- [Pumps](/pumps) move water.\n- [Hoses](/hoses)')).toEqual(['- Pumps move water.\n- Hoses'])
  })

  test('leaves out labels and captions', () => {
    expect(read('**npm**\n\nOpen the lid.\n\nOur pump')).toEqual(['Open the lid.'])
  })
})

test.each([
  ['画像を開きます。\n次に保存します。', ['画像を開きます。', '次に保存します。']],
  ['画像の大きさを\n変えます。', ['画像の大きさを変えます。']],
  ['彼は「開く。」と言います。次に保存します。', ['彼は「開く。」と言います。', '次に保存します。']],
  ['打开图像。然后保存。', ['打开图像。', '然后保存。']],
  ['Das gilt z. B. Für Pumpen. Sie laufen.', ['Das gilt z. B. Für Pumpen.', 'Sie laufen.']],
  ['La pompe, p. ex. La petite, tourne. Elle chauffe.', ['La pompe, p. ex. La petite, tourne.', 'Elle chauffe.']],
  ['Это насос, т. е. Машина. Он работает.', ['Это насос, т. е. Машина.', 'Он работает.']],
])('%s is cut into sentences where they end', (text, sentences) => {
  expect(readPieces(blocksOf(text))).toEqual([{ kind: 'prose', parts: sentences }])
})

test('sentences of Chinese and Japanese are written without blanks between them, as they stand', () => {
  expect(read('画像を開きます。次に保存します。')).toEqual(['画像を開きます。次に保存します。'])
})
