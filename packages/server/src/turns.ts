/** Milliseconds that long work may take of a turn of the event loop. */
const longest = 4

const waiting: (() => void)[] = []

const goOn = (): void => {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(goOn)
}

/** Waits for a turn of the event loop in which no other long work goes on. */
const ownTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(goOn)
  })

/**
 * Gives a function to call between the pieces of long work. When the work has had its time, it waits until others have had
 * theirs: requests come first, and of all long work of the process one piece goes on in a turn of the event loop.
 */
export const createTurns = (): (() => Promise<void>) => {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < longest) return
    await ownTurn()
    since = performance.now()
  }
}
