import { expect, test } from 'vitest'
import { createThoughtFilter } from './thoughts.ts'

const filter = (pieces: readonly string[]) => {
  const thoughts = createThoughtFilter()
  return pieces.map((piece) => thoughts.push(piece)).join('') + thoughts.end()
}

test.each([
  ['thoughts go, and the blanks behind them', '<think>\nHm, <b>.\n</think>\n\nSet it.', 'Set it.'],
  ['so do those of another name', ' <Thinking>Hm.</thinking>Set it.', 'Set it.'],
  ['twice, too', '<think></think>\n<think>Hm.</think>Set it.', 'Set it.'],
  ['thoughts that never end are no answer', '<think>Hm. Set it.', ''],
  ['a call that its server has not read is none', '<tool_call>\n{"name": "search"}\n</tool_call>', ''],
  ['blanks are none either', ' \n\t', ''],
  [
    'what a page says of them stays',
    'Models write `<think>` and `</think>`.',
    'Models write `<think>` and `</think>`.',
  ],
  ['another tag stays', '<thinker>a</thinker>', '<thinker>a</thinker>'],
  ['what might have become one stays', '<thin', '<thin'],
])('%s', (_promise, given, expected) => {
  expect(filter([given])).toBe(expected)
  expect(filter([...given])).toBe(expected)
})
