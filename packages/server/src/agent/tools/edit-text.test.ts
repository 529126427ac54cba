import fc from 'fast-check'
import { expect, test } from 'vitest'
import { replacePiece, smallDiff } from './edit-text.ts'

test('dollar signs in a replacement stay text', () => {
  expect(replacePiece('A x B', 'x', "$& $$ $' $` $1")).toBe("A $& $$ $' $` $1 B")
})

test('a piece that is found once is replaced, whatever it is', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 1 }), fc.string(), fc.string(), (before, old, fresh, after) => {
      const text = before + old + after
      fc.pre(old !== fresh && text.split(old).length === 2 && !text.includes('\r\n'))
      expect(replacePiece(text, old, fresh)).toBe(before + fresh + after)
    }),
  )
})

test('a piece that is found twice is refused with its lines, unless all are meant', () => {
  expect(() => replacePiece('one\ntwo\none\n', 'one', 'three')).toThrow('2 times (lines 1, 3)')
  expect(replacePiece('one\ntwo\none\n', 'one', 'three', true)).toBe('three\ntwo\nthree\n')
})

test('a piece that is not found is answered with the nearest line', () => {
  const text = '# Guide\n\nPress the `Start` button to begin.\n'
  expect(() => replacePiece(text, 'Press the Start button', 'x')).toThrow('The nearest line is 3: "Press the `Start`')
  expect(() => replacePiece(text, 'completely different', 'x')).toThrow('Read the file again')
})

test('Windows line ends and a byte order mark are kept', () => {
  expect(replacePiece('\uFEFFone\r\ntwo\r\nthree\r\n', 'one\ntwo', 'two\none')).toBe('\uFEFFtwo\r\none\r\nthree\r\n')
})

test('a file of both line ends keeps those of each place, and is found in by either', () => {
  const text = 'one\r\ntwo\nthree\r\none\r\n'
  expect(replacePiece(text, 'one\ntwo\nthree', 'two\none')).toBe('two\r\none\r\none\r\n')
  expect(() => replacePiece('one\r\ntwo\none\ntwo\n', 'one\ntwo', 'x')).toThrow('2 times (lines 1, 3)')
})

test('a small diff shows the lines that changed', () => {
  expect(smallDiff('a\nb\nc\n', 'a\nB\nBB\nc\n')).toBe('@@ -2,1 +2,2 @@\n-b\n+B\n+BB')
  expect(smallDiff('', 'new\n')).toBe('@@ -1,0 +1,1 @@\n+new')
})
