import { expect, test } from 'vitest'
import { directionOf } from './direction.ts'

test('a text’s direction comes from its words, not from the first one', () => {
  expect(directionOf('Docker و Kubernetes را نصب کنید.')).toBe('rtl')
  expect(directionOf('`npm start` את השרת מפעילים עם')).toBe('rtl')
  expect(directionOf('The word سلام means peace, and שלום does, too.')).toBe('ltr')
  expect(directionOf('Rotate the key.')).toBe('ltr')
  expect(directionOf('– 401 –')).toBeUndefined()
})
