/** A task that waits for a thread, or has one. */
interface Task {
  /** Resolves to what tells the caller how it ended. */
  readonly begin: () => Promise<() => void>
}

interface Lane {
  readonly waiting: Task[]
  /** When each running task began. */
  readonly begun: Set<{ readonly at: number }>
  /** Milliseconds of threads that its tasks have taken. */
  used: number
}

/**
 * Shares a number of threads between callers, each with a lane of its own: the next task is that of the lane that has taken
 * the least time. Slow tasks of one caller so keep those of another waiting for the end of one, not of all.
 */
export class Lanes {
  readonly #threads: number
  /** Those with tasks. */
  readonly #lanes = new Set<Lane>()
  #running = 0

  constructor(threads: number) {
    this.#threads = threads
  }

  /** Opens a lane; `run` begins a task once it is its turn. */
  open(): { run: <Output>(task: () => Promise<Output>) => Promise<Output> } {
    const lane: Lane = { waiting: [], begun: new Set(), used: 0 }
    return {
      run: (task) =>
        new Promise((resolve, reject) => {
          this.#enter(lane)
          const begin = () =>
            task().then(
              (output) => () => resolve(output),
              (error: unknown) => () => reject(error),
            )
          lane.waiting.push({ begin })
          this.#next()
        }),
    }
  }

  /** A lane that was empty has no claim to the time in which it was. */
  #enter(lane: Lane): void {
    if (this.#lanes.has(lane)) return
    const others = [...this.#lanes].map(timeOf)
    if (others.length > 0) lane.used = Math.max(lane.used, Math.min(...others))
    this.#lanes.add(lane)
  }

  #next(): void {
    while (this.#running < this.#threads) {
      const lanes = [...this.#lanes].filter(({ waiting }) => waiting.length > 0)
      const [lane] = lanes.sort((one, other) => timeOf(one) - timeOf(other))
      const task = lane?.waiting.shift()
      if (!lane || !task) return
      this.#begin(lane, task)
    }
  }

  #begin(lane: Lane, task: Task): void {
    this.#running += 1
    const begun = { at: performance.now() }
    lane.begun.add(begun)
    void task.begin().then((tell) => {
      this.#running -= 1
      lane.begun.delete(begun)
      lane.used += performance.now() - begun.at
      if (lane.waiting.length === 0 && lane.begun.size === 0) this.#lanes.delete(lane)
      // The thread gets its next task before the caller looks at this one's output.
      this.#next()
      tell()
    })
  }
}

const timeOf = ({ used, begun }: Lane): number => {
  const now = performance.now()
  return used + [...begun].reduce((sum, { at }) => sum + now - at, 0)
}
