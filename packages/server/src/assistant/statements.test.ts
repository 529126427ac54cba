import { expect, test } from 'vitest'
import { listStatements, strengthOf } from './statements.ts'

const citation = (number: number, sentence: string, supported = true) => ({ number, sentence, supported })

test('a statement is listed once with all that it cites, and counts as supported when one source says so', () => {
  const statements = listStatements({
    citations: [
      citation(1, 'The port is 80.'),
      citation(2, 'The port is 80.', false),
      citation(2, 'It is blue.', false),
    ],
    unsupported: ['It is blue.', 'It sings at night under the moon.'],
  })
  expect(statements).toEqual([
    { text: 'The port is 80.', supported: true, sources: [1, 2] },
    { text: 'It is blue.', supported: false, sources: [2] },
    { text: 'It sings at night under the moon.', supported: false, sources: [] },
  ])
  expect(strengthOf(statements)).toBe(33)
})

test('an answer without a checked statement has no strength', () => {
  expect(strengthOf(listStatements({}))).toBeNull()
})
