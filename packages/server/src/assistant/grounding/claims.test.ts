import { expect, test } from 'vitest'
import { readClaims } from './claims.ts'

test('a claim has its own markers, or those that follow in its paragraph', () => {
  expect(readClaims('It does A. It does B [1]. It does C [2][3].\n\n- one\n- two [4]\n\nNothing.')).toMatchObject([
    { text: 'It does A.', numbers: [1] },
    { text: 'It does B.', numbers: [1] },
    { text: 'It does C.', numbers: [2, 3] },
    { text: 'one', numbers: [4] },
    { text: 'two', numbers: [4] },
    { text: 'Nothing.', numbers: [] },
  ])
})

test('a marker behind the full stop belongs to the sentence before it', () => {
  expect(readClaims('It does A. [1] It does B. [2]')).toMatchObject([
    { text: 'It does A.', numbers: [1] },
    { text: 'It does B.', numbers: [2] },
  ])
})

test('a number in brackets within code is no marker', () => {
  expect(readClaims('Assignments like `arr[0] = 1` change the array. Copy it [2].')).toMatchObject([
    { markdown: 'Assignments like `arr[0] = 1` change the array.', numbers: [2] },
    { markdown: 'Copy it.', numbers: [2] },
  ])
})
