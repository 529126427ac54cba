import fc from 'fast-check'
import { expect, test } from 'vitest'
import { replacePiece, smallDiff } from './edit-text.ts'

test('dollar signs in a replacement stay text', () => {
  expect(replacePiece('A x B', { old: 'x', replacement: "$& $$ $' $` $1" })).toBe("A $& $$ $' $` $1 B")
})

test('a piece that is found once is replaced, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.record({
        before: fc.string(),
        old: fc.string({ minLength: 1 }),
        replacement: fc.string(),
        after: fc.string(),
      }),
      ({ before, old, replacement, after }) => {
        const text = before + old + after
        fc.pre(old !== replacement && text.split(old).length === 2 && !text.includes('\r\n'))
        expect(replacePiece(text, { old, replacement })).toBe(before + replacement + after)
      },
    ),
  )
})

test('a piece that is found twice is refused with its lines, unless all are meant', () => {
  expect(() => replacePiece('one\ntwo\none\n', { old: 'one', replacement: 'three' })).toThrow('2 times (lines 1, 3)')
  expect(replacePiece('one\ntwo\none\n', { old: 'one', replacement: 'three', all: true })).toBe('three\ntwo\nthree\n')
})

test('a piece that is not found is answered with the nearest line', () => {
  const text = '# Guide\n\nPress the `Start` button to begin.\n'
  expect(() => replacePiece(text, { old: 'Press the Start button', replacement: 'x' })).toThrow(
    'The nearest line is 3: "Press the `Start`',
  )
  expect(() => replacePiece(text, { old: 'completely different', replacement: 'x' })).toThrow('Read the file again')
})

test('Windows line ends and a byte order mark are kept', () => {
  expect(replacePiece('\uFEFFone\r\ntwo\r\nthree\r\n', { old: 'one\ntwo', replacement: 'two\none' })).toBe(
    '\uFEFFtwo\r\none\r\nthree\r\n',
  )
})

test('a file of both line ends keeps those of each place, and is found in by either', () => {
  const text = 'one\r\ntwo\nthree\r\none\r\n'
  expect(replacePiece(text, { old: 'one\ntwo\nthree', replacement: 'two\none' })).toBe('two\r\none\r\none\r\n')
  expect(() => replacePiece('one\r\ntwo\none\ntwo\n', { old: 'one\ntwo', replacement: 'x' })).toThrow(
    '2 times (lines 1, 3)',
  )
})

test('a small diff shows the lines that changed', () => {
  expect(smallDiff('a\nb\nc\n', 'a\nB\nBB\nc\n')).toBe('@@ -2,1 +2,2 @@\n-b\n+B\n+BB')
  expect(smallDiff('', 'new\n')).toBe('@@ -1,0 +1,1 @@\n+new')
})

test('a piece of several lines is replaced wherever it occurs, and no occurrence overlaps another', () => {
  expect(replacePiece('a\na\na\nb\na\na\n', { old: 'a\na\n', replacement: 'c\n', all: true })).toBe('c\na\nb\nc\n')
  expect(replacePiece('one\r\n\r\ntwo\r\n', { old: '\n\ntwo', replacement: '\ntwo' })).toBe('one\r\ntwo\r\n')
})
