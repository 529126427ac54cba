import { expect, test } from 'vitest'
import { directionOf } from './direction.ts'

test('a text runs as most of its words do, not as the first one does', () => {
  expect(directionOf('Docker و Kubernetes را نصب کنید.')).toBe('rtl')
  expect(directionOf('`npm start` את השרת מפעילים עם')).toBe('rtl')
  expect(directionOf('The word سلام means peace, and שלום does, too.')).toBe('ltr')
  expect(directionOf('Rotate the key.')).toBe('ltr')
  expect(directionOf('– 401 –')).toBeUndefined()
})
