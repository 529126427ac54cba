import { type CountedLimit, keyOfCount, type SliceCount, sliceCounts } from './decision.ts'

type Store = 'redis' | 'database'

/** What this process has admitted in one slice, and how much of that each store has counted. */
interface Entry {
  readonly slice: SliceCount
  readonly counted: Record<Store, number>
  total: number
}

/** What a process has admitted itself, so that it can tell one store what only the other has counted. */
export interface Ledger {
  /** A request is admitted. */
  readonly admit: (counted: readonly CountedLimit[], at: number) => void
  /** A store has counted a request, be it late. */
  readonly count: (counted: readonly CountedLimit[], at: number, store: Store) => void
  /** Adds to a store what it hasn’t counted. When that fails, it still hasn’t. */
  readonly pour: (store: Store, add: (counts: readonly SliceCount[]) => Promise<void>) => Promise<void>
  /** A store has lost everything. */
  readonly forget: (store: Store) => void
  /** Drops what no longer counts at this time, in seconds since 1970. */
  readonly prune: (now: number) => void
}

/** Creates an empty ledger. It has at most as many entries as slices that count, so the limits bound it. */
export const createLedger = (): Ledger => {
  const entries = new Map<string, Entry>()
  const entriesOf = (counted: readonly CountedLimit[], at: number): Entry[] =>
    sliceCounts(counted, at).map((one) => {
      const entry = entries.get(keyOfCount(one)) ?? { slice: one, counted: { redis: 0, database: 0 }, total: 0 }
      entries.set(keyOfCount(one), entry)
      return entry
    })
  return {
    admit: (counted, at) => {
      for (const entry of entriesOf(counted, at)) entry.total += 1
    },
    count: (counted, at, store) => {
      for (const entry of entriesOf(counted, at)) entry.counted[store] += 1
    },
    pour: async (store, add) => {
      const missing = [...entries.values()]
        .map((entry) => ({ entry, count: entry.total - entry.counted[store] }))
        .filter(({ count }) => count > 0)
      if (missing.length === 0) return
      await add(missing.map(({ entry, count }) => ({ ...entry.slice, count })))
      for (const { entry, count } of missing) entry.counted[store] += count
    },
    forget: (store) => {
      for (const entry of entries.values()) entry.counted[store] = 0
    },
    prune: (now) => {
      for (const [key, { slice }] of entries) if (slice.expires_at <= now) entries.delete(key)
    },
  }
}
