/** When a model that fails is left alone. */
export interface BreakerTimes {
  /** So many failures in a row open it. @default 5 */
  readonly failures: number
  /** Open, one request in so many milliseconds finds out whether the model is back. @default 10000 */
  readonly pause: number
}

export const defaultBreakerTimes: BreakerTimes = { failures: 5, pause: 10_000 }

/**
 * Remembers whether a model works, so that nobody waits for one that does not. Closed, everybody may ask. Open, one
 * request each pause may: also while the one before is still out, or a model that hangs would be away for longer than it is.
 */
export interface Breaker {
  /** Whether the model may be asked now. Who is told so while it is open is the one of this pause. */
  readonly enter: () => boolean
  /** True while the model is left alone, whoever may try it next. */
  readonly isOpen: () => boolean
  /** Milliseconds until somebody may ask; 0 when closed. */
  readonly opensIn: () => number
  /** The model answers. True when it did not before. */
  readonly succeed: () => boolean
  /**
   * The model has failed; `pause`, in milliseconds, opens it at once and for so long. True when this opened it.
   */
  readonly fail: (pause?: number) => boolean
}

/** A breaker that is closed. `now` is a clock in milliseconds that only goes forward. */
export const createBreaker = (
  { failures, pause }: BreakerTimes = defaultBreakerTimes,
  now: () => number = () => performance.now(),
): Breaker => {
  let failed = 0
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
      failed = 0
      nextProbe = undefined
      return wasOpen
    },
    fail(asked) {
      failed++
      const wasOpen = nextProbe !== undefined
      if (asked !== undefined) nextProbe = Math.max(nextProbe ?? 0, now() + asked)
      else if (failed >= failures) nextProbe ??= now() + pause
      return !wasOpen && nextProbe !== undefined
    },
  }
}
