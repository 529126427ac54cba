import { describe, expect, test } from 'vitest'
import { blocksOf } from '../../../test/support/blocks.ts'
import { readBlocks, writeBlock } from './passage.ts'

const read = (markdown: string) => readBlocks(blocksOf(markdown)).map(writeBlock)

describe('a passage read as blocks', () => {
  test.each([
    'For custom pumps, have a look at [the article on pumps](/pumps).',
    'You can read more about it in [the guide](/guide).',
    'Read the [pump documentation](/pumps) to learn more.',
    'Consult [the manual of the maker](https://maker.example/) on how to do that.',
    'Related issue: [#964](https://issues.example/964).',
    'If the pump is old, see [Old pumps](/old).',
    'Read **[Pumps in Detail](/pumps)** to learn how pumps work.',
    'Learn how to mend it with [this example](/example).',
    'Example file: [pump.js](/pump.js).',
    'You will later read more about it in the [next section](/next).',
    'Continue with the [installation](/install).',
    'For the full list of options consult the [reference documentation](/reference).',
    'Next, see [how to fill it](/fill).',
  ])('leaves out a sentence that only leads to another place: %s', (pointer) => {
    expect(read(`The pump is quiet. ${pointer} It runs at night.`)).toEqual(['The pump is quiet. It runs at night.'])
  })

  test('a paragraph that goes on within a sentence is a part of the one before', () => {
    expect(read('Open the lid\n\nand fill the kettle. It holds a litre.\n\nclose it.')).toEqual([
      'Open the lid and fill the kettle. It holds a litre.',
      'close it.',
    ])
  })

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
  ])('keeps a sentence that says something besides: %s', (sentence) => {
    expect(read(sentence)).toEqual([sentence.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')])
  })

  test.each([
    [
      'Write it into *~/.Xresources*: it stays. Then go on.',
      ['Write it into *~/.Xresources*: it stays.', 'Then go on.'],
    ],
    ['*Pumps ≥ 3.7.* They are quiet.', ['*Pumps ≥ 3.7.*', 'They are quiet.']],
    ['*Pumps leak. Hoses do not.* Both age.', ['*Pumps leak. Hoses do not.*', 'Both age.']],
    ['Set `pump.*` to 2. It stops.', ['Set `pump.*` to 2.', 'It stops.']],
    ['静かです。夜に動きます。', ['静かです。', '夜に動きます。']],
  ])('ends sentences where a blank follows, and not within emphasis: %s', (prose, sentences) => {
    expect(readBlocks(blocksOf(prose))).toEqual([{ type: 'prose', sentences }])
  })

  test('leaves out items that only lead to another place', () => {
    expect(read('- **Type** `number`\n- **See also** [Guide - Pumps](/pumps)')).toEqual(['- **Type** `number`'])
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

  test('tells a list of nothing but links', () => {
    const [menu] = readBlocks(blocksOf('- [Pumps](/pumps)\n- [Hoses](/hoses).'))
    const [list] = readBlocks(blocksOf('- [Pumps](/pumps) move water.\n- [Hoses](/hoses)'))
    expect(menu).toMatchObject({ type: 'list', isMenu: true })
    expect(list).toMatchObject({ type: 'list', isMenu: false })
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
  const [block] = readBlocks(blocksOf(text))
  expect(block?.type === 'prose' && block.sentences).toEqual(sentences)
})

test('sentences of Chinese and Japanese are written without blanks between them, as they stand', () => {
  expect(read('画像を開きます。次に保存します。')).toEqual(['画像を開きます。次に保存します。'])
})
