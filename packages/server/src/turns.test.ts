import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

/** Does nothing else for some milliseconds. */
const work = (milliseconds: number): void => {
  for (const end = performance.now() + milliseconds; performance.now() < end; ) {}
}

test('of several pieces of long work, one goes on in a turn of the event loop', async () => {
  let turns = 0
  const workedIn: number[] = []
  const run = async () => {
    const nextTurn = createTurns()
    for (let piece = 0; piece < 3; piece++) {
      work(5)
      await nextTurn()
      workedIn.push(turns)
    }
  }
  let isOver = false
  const count = async () => {
    while (!isOver) {
      await turn()
      turns += 1
    }
  }
  const counting = count()
  await Promise.all([run(), run(), run()])
  isOver = true
  await counting
  expect(new Set(workedIn).size).toBe(9)
})
