import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { dropClient } from './drop-client.ts'

test('of many clients that are cut off at one moment, few are between two turns of the event loop, and all in the end', async () => {
  const responses = Array.from({ length: 50 }, () => new ServerResponse(new IncomingMessage(new Socket())))
  for (const response of responses) dropClient(response)
  const counts = [0]
  while ((counts.at(-1) ?? 0) < responses.length) {
    await nextTurn()
    counts.push(responses.filter(({ destroyed }) => destroyed).length)
  }
  const steps = counts.slice(1).map((count, at) => count - (counts[at] ?? 0))
  expect(Math.max(...steps)).toBeLessThanOrEqual(8)
  const late = new ServerResponse(new IncomingMessage(new Socket()))
  dropClient(late)
  await expect.poll(() => late.destroyed).toBe(true)
})
