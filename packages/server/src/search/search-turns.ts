import { setImmediate as nextTurn } from 'node:timers/promises'

/** Runs work when it is the turn of its asker: at once without one. */
export type TakeSearchTurn = <Result>(asker: string | undefined, work: () => Promise<Result>) => Promise<Result>

/**
 * Has the searches of one asker go on one after the other, with a turn of the event loop between two: whoever asks at full
 * speed, within the limits, holds up their own searches and hardly those of others.
 */
export const openSearchTurns = (): TakeSearchTurn => {
  /** By asker: when the last of their searches has ended. */
  const ends = new Map<string, Promise<unknown>>()
  return async (asker, work) => {
    if (asker === undefined) return work()
    const before = ends.get(asker)
    const result = before ? before.then(() => nextTurn()).then(work) : work()
    const end = result.catch(() => {})
    ends.set(asker, end)
    try {
      return await result
    } finally {
      if (ends.get(asker) === end) ends.delete(asker)
    }
  }
}
