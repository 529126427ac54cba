import { type CountedLimit, keyOfCount, type SliceCount, sliceCounts } from './decision.ts'

type Store = 'redis' | 'database'

/** What this process has admitted in one slice, and how much of it each store knows. */
interface Entry {
  readonly counted: SliceCount
  readonly known: Record<Store, number>
  total: number
}

/** What a process has admitted itself, so that it can tell one store what the other has counted. */
export interface Ledger {
  readonly note: (counted: readonly CountedLimit[], at: number, store: Store) => void
  /** A store has counted a request that nobody waited for any more: what the other has counted for it is known here. */
  readonly noteLate: (counted: readonly CountedLimit[], at: number, store: Store) => void
  /** Hands over what the store does not know yet; when that fails, the store still does not know it. */
  readonly pour: (store: Store, add: (counts: readonly SliceCount[]) => Promise<void>) => Promise<void>
  /** The store has lost everything. */
  readonly forget: (store: Store) => void
  /** Drops what no longer counts at this time, in seconds since 1970. */
  readonly prune: (now: number) => void
}

/** Opens an empty ledger. It has as many entries as slices that count: the limits themselves bound it. */
export const createLedger = (): Ledger => {
  const entries = new Map<string, Entry>()
  const entriesOf = (counted: readonly CountedLimit[], at: number): Entry[] =>
    sliceCounts(counted, at).map((one) => {
      const entry = entries.get(keyOfCount(one)) ?? { counted: one, known: { redis: 0, database: 0 }, total: 0 }
      entries.set(keyOfCount(one), entry)
      return entry
    })
  return {
    note: (counted, at, store) => {
      for (const entry of entriesOf(counted, at)) {
        entry.total += 1
        entry.known[store] += 1
      }
    },
    noteLate: (counted, at, store) => {
      for (const entry of entriesOf(counted, at)) entry.known[store] += 1
    },
    pour: async (store, add) => {
      const missing = [...entries.values()]
        .map((entry) => ({ entry, count: entry.total - entry.known[store] }))
        .filter(({ count }) => count > 0)
      if (missing.length === 0) return
      await add(missing.map(({ entry, count }) => ({ ...entry.counted, count })))
      for (const { entry, count } of missing) entry.known[store] += count
    },
    forget: (store) => {
      for (const entry of entries.values()) entry.known[store] = 0
    },
    prune: (now) => {
      for (const [key, { counted }] of entries) if (counted.expires_at <= now) entries.delete(key)
    },
  }
}
