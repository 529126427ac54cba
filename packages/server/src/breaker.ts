/** When a breaker opens, and how often it then tries again. */
export interface BreakerTimes {
  /** Failures in a row that open it. @default 5 */
  readonly failures: number
  /** Milliseconds between two tries while it is open. @default 10000 */
  readonly pause: number
}

/** The times of every breaker outside tests. */
export const defaultBreakerTimes: BreakerTimes = { failures: 5, pause: 10_000 }

/**
 * Remembers whether a model works, so that nobody waits for one that doesn’t. While it is closed, every request may ask the
 * model. While it is open, one request each pause may, even if the one before is still waiting: a model that hung is otherwise
 * left out for longer than it is down.
 */
export interface Breaker {
  /** Whether this request may ask the model. While open, a true answer uses up this pause’s try. */
  readonly enter: () => boolean
  readonly isOpen: () => boolean
  /** Milliseconds until the next try; 0 when closed. */
  readonly opensIn: () => number
  /** Notes that the model answered. True when this closed the breaker. */
  readonly succeed: () => boolean
  /** Notes a failure; `pause`, in milliseconds, opens the breaker at once for that long. True when this opened it. */
  readonly fail: (pause?: number) => boolean
}

/** Creates a closed breaker. `now` is a clock in milliseconds that only goes forward. */
export const createBreaker = (
  { failures, pause }: BreakerTimes = defaultBreakerTimes,
  now: () => number = () => performance.now(),
): Breaker => {
  let failuresInRow = 0
  let nextProbe: number | undefined
  return {
    enter() {
      if (nextProbe === undefined) return true
      if (now() < nextProbe) return false
      nextProbe = now() + pause
      return true
    },
    isOpen: () => nextProbe !== undefined,
    opensIn: () => (nextProbe === undefined ? 0 : Math.max(0, nextProbe - now())),
    succeed() {
      const wasOpen = nextProbe !== undefined
      failuresInRow = 0
      nextProbe = undefined
      return wasOpen
    },
    fail(requestedPause) {
      failuresInRow++
      const wasOpen = nextProbe !== undefined
      if (requestedPause !== undefined) nextProbe = Math.max(nextProbe ?? 0, now() + requestedPause)
      else if (failuresInRow >= failures) nextProbe ??= now() + pause
      return !wasOpen && nextProbe !== undefined
    },
  }
}
