import type { ServerResponse } from 'node:http'

const pauseMilliseconds = 10
/** As the end of each costs something: what was answered is stored, what waited is freed. */
const mostAtOnce = 4

const waiting = new Set<ServerResponse>()

const dropSome = (): void => {
  let left = mostAtOnce
  for (const response of waiting) {
    if (left === 0) break
    left -= 1
    waiting.delete(response)
    response.destroy()
  }
  if (waiting.size > 0) setTimeout(dropSome, pauseMilliseconds)
}

/**
 * Cuts off a client that doesn’t read. Thousands of them come to their end at one moment: they are cut off a few at a time, so
 * that requests of others are answered in between.
 */
export const dropClient = (response: ServerResponse): void => {
  waiting.add(response)
  if (waiting.size === 1) setImmediate(dropSome)
}
