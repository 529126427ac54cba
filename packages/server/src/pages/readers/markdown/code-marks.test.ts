import { expect, test } from 'vitest'
import { withoutCodeMarks } from './code-marks.ts'

test.each([
  ['import x from "y"\n// ---cut---\nsetPort(1)\n//  ^?', 'setPort(1)'],
  ['import x from "y"\n// ---cut-before---\nsetPort(1)\n// ---cut-after---\nclose()', 'setPort(1)'],
  ['open()\n// ---cut-start---\nhide()\n// ---cut-end---\nclose()', 'open()\nclose()'],
  ['// @errors: 2322\nconst port: number = "1"', 'const port: number = "1"'],
  ['// @ts-check is for editors\nopen() // ^ this', '// @ts-check is for editors\nopen() // ^ this'],
])('of %j Twoslash shows %j', (code, shown) => {
  expect(withoutCodeMarks(code, 'ts')).toBe(shown)
  expect(withoutCodeMarks(code, 'md')).toBe(code)
})

test.each([
  ['open() // now // [!code ++]\nclose()', 'open() // now\nclose()'],
  ['open() // [!code ++:2]\nclose()', 'open()\nclose()'],
  ['open() // [!code --]\nclose() // [!code ++]', 'open() // [!code --]\nclose() // [!code ++]'],
])('of %j, in which lines are marked, readers see %j', (code, shown) => {
  expect(withoutCodeMarks(code, 'ts')).toBe(shown)
})
