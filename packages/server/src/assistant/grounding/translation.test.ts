import { expect, test } from 'vitest'
import { isTranslation } from './translation.ts'

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
