import type { Quotas } from '../../quotas.ts'

/** A sync that wants to run. */
interface Entrant {
  readonly organizationId: string
  /** Takes it out of the line. */
  readonly signal: AbortSignal
}

/** The place of a sync among those that run, or wait to. */
export interface PoolPlace {
  /** Whether others have to end first. */
  readonly isWaiting: boolean
  /** Resolves when it is its turn. Rejects with the reason of the signal. */
  readonly untilTurn: Promise<void>
  /** Gives the place to the next one; does nothing the second time. */
  readonly leave: () => void
}

interface Waiting {
  readonly organizationId: string
  readonly begin: () => void
}

/**
 * Lets a bounded number of syncs run at a time, in all and of one organization. Of those that wait, the next one is that of the
 * organization with the fewest that run, and of these the one that has waited longest.
 */
export class SyncPool {
  readonly #bounds: Pick<Quotas, 'syncs' | 'organizationSyncs'>
  /** How many run, by organization. */
  readonly #running = new Map<string, number>()
  readonly #waiting = new Set<Waiting>()

  constructor(bounds: Pick<Quotas, 'syncs' | 'organizationSyncs'>) {
    this.#bounds = bounds
  }

  enter({ organizationId, signal }: Entrant): PoolPlace {
    if (signal.aborted) {
      const untilTurn = Promise.reject(signal.reason)
      untilTurn.catch(() => {})
      return { isWaiting: true, untilTurn, leave: () => {} }
    }
    let hasBegun = false
    let hasLeft = false
    const { promise: untilTurn, resolve, reject } = Promise.withResolvers<void>()
    untilTurn.catch(() => {})
    const waiting: Waiting = {
      organizationId,
      begin: () => {
        hasBegun = true
        resolve()
      },
    }
    const leave = () => {
      if (hasLeft) return
      hasLeft = true
      this.#waiting.delete(waiting)
      if (hasBegun) this.#count(organizationId, -1)
      this.#next()
    }
    signal.addEventListener(
      'abort',
      () => {
        if (hasBegun) return
        leave()
        reject(signal.reason)
      },
      { once: true },
    )
    this.#waiting.add(waiting)
    this.#next()
    return { isWaiting: !hasBegun, untilTurn, leave }
  }

  #next(): void {
    const { syncs, organizationSyncs } = this.#bounds
    const all = () => [...this.#running.values()].reduce((sum, count) => sum + count, 0)
    const of = ({ organizationId }: Waiting) => this.#running.get(organizationId) ?? 0
    while (all() < syncs) {
      // The sort is stable: who came first stays first.
      const [next] = [...this.#waiting]
        .filter((one) => of(one) < organizationSyncs)
        .sort((one, other) => of(one) - of(other))
      if (!next) return
      this.#waiting.delete(next)
      this.#count(next.organizationId, 1)
      next.begin()
    }
  }

  #count(organizationId: string, change: number): void {
    const count = (this.#running.get(organizationId) ?? 0) + change
    if (count > 0) this.#running.set(organizationId, count)
    else this.#running.delete(organizationId)
  }
}
