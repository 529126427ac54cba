import type { Limit } from '@sidenote/contract'

/** A window is counted in this many slices, and the one that is running out counts too: never more than the limit. */
export const slicesPerWindow = 60

/** One limit with whom it is counted for: an organization’s id, an address, a project’s id, a reader. */
export interface CountedLimit {
  readonly limit: Limit
  readonly subject: string
}

/** Where a limit stands after a request. */
export interface LimitState {
  readonly limit: Limit
  readonly remaining: number
  /** Seconds until the oldest counted request no longer counts. */
  readonly resetSeconds: number
}

interface Decided {
  readonly states: readonly LimitState[]
  /** When, by the clock of the store, in seconds since 1970. */
  readonly at: number
}

export type LimitDecision =
  | (Decided & { readonly admitted: true })
  | (Decided & {
      readonly admitted: false
      readonly exceeded: Limit
      /** After so many seconds the same request is admitted, if nobody else asks in between. */
      readonly retryAfterSeconds: number
    })

/** Seconds since 1970. A store has its own, which all processes share; tests bring another. */
export type Clock = () => Promise<number>

/**
 * Counts one request against all its limits, whose names differ, or against none of them when one is used up. Exact across
 * processes, and never more than the limit in any rolling window; up to one slice less.
 *
 * The algorithm (conservative buckets) gives up at most a sixtieth of a window, and needs 61 small counts a subject.
 */
export type TakeFromLimits = (counted: readonly CountedLimit[]) => Promise<LimitDecision>

/** The same for several requests in one step, decided one after the other; answers in their order. */
export type TakeAllFromLimits = (asked: readonly (readonly CountedLimit[])[]) => Promise<readonly LimitDecision[]>

/** How often a subject was counted in one slice. */
export interface SliceCount {
  readonly name: string
  readonly subject: string
  readonly slice: number
  readonly count: number
  /** Seconds since 1970; from then on it does not count. */
  readonly expires_at: number
}

/** One request as counts of the slices that it falls into. */
export const sliceCounts = (counted: readonly CountedLimit[], now: number): SliceCount[] =>
  counted.map(({ limit, subject }) => {
    const slice = sliceAt(limit, now)
    return { name: limit.name, subject, slice, count: 1, expires_at: Math.ceil(endOf(limit, slice)) }
  })

/** Names a count among all others. */
export const keyOfCount = ({ name, subject, slice }: Omit<SliceCount, 'count' | 'expires_at'>): string =>
  `${name}/${subject}/${slice}`

/** Names whom a limit is counted for. */
export const keyOfSubject = ({ limit, subject }: CountedLimit): string => `${limit.name}/${subject}`

/** What a store knows of a limit before the request; slices by number. */
export interface Standing {
  readonly used: number
  readonly oldest: number
  /** When the limit is used up: the slice at whose end one more request fits. */
  readonly frees: number | undefined
}

const sliceSeconds = (limit: Limit): number => limit.seconds / slicesPerWindow

/** The slice of a time. The stores compute the same, in the same arithmetic. */
export const sliceAt = (limit: Limit, now: number): number => Math.floor(now / sliceSeconds(limit))

/** When a slice stops counting, in seconds since 1970. */
const endOf = (limit: Limit, slice: number): number => (slice + slicesPerWindow + 1) * sliceSeconds(limit)

const waitUntil = (end: number, now: number): number => Math.max(1, Math.ceil(end - now))

/** Where a limit stands by its slices that still count, oldest first. */
export const readStanding = (
  { limit }: CountedLimit,
  slices: readonly { slice: number; count: number }[],
  now: number,
): Standing => {
  const used = slices.reduce((sum, { count }) => sum + count, 0)
  const oldest = slices[0]?.slice ?? sliceAt(limit, now)
  let left = used
  const frees = slices.find(({ count }) => {
    left -= count
    return left < limit.requests
  })
  return { used, oldest, frees: used < limit.requests ? undefined : frees?.slice }
}

/** Decides by where all limits of a request stand, in the same order. */
export const decide = (
  counted: readonly CountedLimit[],
  standings: readonly Standing[],
  now: number,
): LimitDecision => {
  const found = counted.flatMap(({ limit }, index) => {
    const standing = standings[index]
    return standing ? [{ limit, standing }] : []
  })
  const full = found
    .filter(({ limit, standing }) => standing.used >= limit.requests)
    .map(({ limit, standing: { frees, oldest } }) => ({
      exceeded: limit,
      retryAfterSeconds: waitUntil(endOf(limit, frees ?? oldest), now),
    }))
    .sort((one, other) => other.retryAfterSeconds - one.retryAfterSeconds)
  const taken = full.length > 0 ? 0 : 1
  const states = found.map(({ limit, standing: { used, oldest } }) => ({
    limit,
    remaining: Math.max(0, limit.requests - used - taken),
    resetSeconds: waitUntil(endOf(limit, oldest), now),
  }))
  return full[0] ? { admitted: false, states, at: now, ...full[0] } : { admitted: true, states, at: now }
}
