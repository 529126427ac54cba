import type { Limit } from '@sidenote/contract'

/** Each window is counted in this many slices. The oldest counts until it has ended, so there is never more than the limit. */
export const slicesPerWindow = 60

/** A limit and the subject it counts: an organization’s id, an address, a project’s id, a reader. */
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

interface DecisionState {
  readonly states: readonly LimitState[]
  /** When, by the clock of the store, in seconds since 1970. */
  readonly at: number
}

/** Whether a request is admitted, and where its limits stand after it. */
export type LimitDecision =
  | (DecisionState & { readonly admitted: true })
  | (DecisionState & {
      readonly admitted: false
      readonly exceeded: Limit
      /** Seconds after which the same request is admitted, if there are no others in between. */
      readonly retryAfterSeconds: number
    })

/** Returns seconds since 1970. All processes share the clock of their store; tests replace it. */
export type Clock = () => Promise<number>

/**
 * Counts one request against all its limits, which have different names, or against none of them when one is used up. Exact
 * across processes: never more than the limit in any rolling window.
 *
 * The algorithm (conservative buckets) loses at most a sixtieth of a window, and needs 61 small counts a subject.
 */
export type TakeFromLimits = (counted: readonly CountedLimit[]) => Promise<LimitDecision>

/** Counts several requests in one step, one after the other, and decides in their order. */
export type TakeAllFromLimits = (requests: readonly (readonly CountedLimit[])[]) => Promise<readonly LimitDecision[]>

/** How often a subject was counted in one slice. */
export interface SliceCount {
  readonly name: string
  readonly subject: string
  readonly slice: number
  readonly count: number
  /** Seconds since 1970; from then on it does not count. */
  readonly expires_at: number
}

/** One request as counts of the current slices. */
export const sliceCounts = (counted: readonly CountedLimit[], now: number): SliceCount[] =>
  counted.map(({ limit, subject }) => {
    const slice = sliceAt(limit, now)
    return { name: limit.name, subject, slice, count: 1, expires_at: Math.ceil(endOf(limit, slice)) }
  })

/** The unique key of a count. */
export const keyOfCount = ({ name, subject, slice }: Omit<SliceCount, 'count' | 'expires_at'>): string =>
  `${name}/${subject}/${slice}`

/** The unique key of a limit’s subject. */
export const keyOfSubject = ({ limit, subject }: CountedLimit): string => `${limit.name}/${subject}`

/** Where a limit stands before a request; slices by number. */
export interface Standing {
  readonly used: number
  readonly oldest: number
  /** The slice at whose end one more request fits, when the limit is used up. */
  readonly frees: number | undefined
}

const sliceSeconds = (limit: Limit): number => limit.seconds / slicesPerWindow

/** The slice of a time. The stores compute it with the same arithmetic. */
export const sliceAt = (limit: Limit, now: number): number => Math.floor(now / sliceSeconds(limit))

/** When a slice stops counting, in seconds since 1970. */
const endOf = (limit: Limit, slice: number): number => (slice + slicesPerWindow + 1) * sliceSeconds(limit)

const waitUntil = (end: number, now: number): number => Math.max(1, Math.ceil(end - now))

/** Where a limit stands, computed from its slices that still count, oldest first. */
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

/** Decides a request from the standings of its limits, which are in the same order. */
export const decide = (
  counted: readonly CountedLimit[],
  standings: readonly Standing[],
  now: number,
): LimitDecision => {
  const limits = counted.flatMap(({ limit }, index) => {
    const standing = standings[index]
    return standing ? [{ limit, standing }] : []
  })
  const full = limits
    .filter(({ limit, standing }) => standing.used >= limit.requests)
    .map(({ limit, standing: { frees, oldest } }) => ({
      exceeded: limit,
      retryAfterSeconds: waitUntil(endOf(limit, frees ?? oldest), now),
    }))
    .sort((one, other) => other.retryAfterSeconds - one.retryAfterSeconds)
  const cost = full.length > 0 ? 0 : 1
  const states = limits.map(({ limit, standing: { used, oldest } }) => ({
    limit,
    remaining: Math.max(0, limit.requests - used - cost),
    resetSeconds: waitUntil(endOf(limit, oldest), now),
  }))
  return full[0] ? { admitted: false, states, at: now, ...full[0] } : { admitted: true, states, at: now }
}
