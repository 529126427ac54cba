import { expect, test } from 'vitest'
import { CommandError } from './command-error.ts'
import { explainFailure } from './explain-failure.ts'

test('a Node without SQLite is told which one is needed', () => {
  const error = Object.assign(new Error('No such built-in module: node:sqlite'), { code: 'ERR_UNKNOWN_BUILTIN_MODULE' })
  expect(explainFailure(error)).toContain(
    `needs Node 22.18 or newer to store anything, and this is Node ${process.versions.node}`,
  )
})

test('what is expected is a sentence that cannot steer the terminal, and what is not shows where it happened', () => {
  expect(explainFailure(new CommandError('There is no site "\u001b[31mx".'))).toBe('There is no site "[31mx".')
  expect(explainFailure(new TypeError('Oh.'))).toMatch(/TypeError: Oh\.\n +at /)
})
