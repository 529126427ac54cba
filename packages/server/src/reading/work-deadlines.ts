import { readFileSync } from 'node:fs'

/** How often is looked at what tasks have taken, in milliseconds. */
const pause = 100
/** By the clock: threads have a low priority, and may get a hundredth of a core beside other work. */
const longestByTheClock = 600_000

interface Deadline {
  /** Milliseconds of work. */
  readonly milliseconds: number
  readonly beganAt: number
  /** Milliseconds of the processor that its thread has had. */
  readonly readWork: () => number
  readonly onOverrun: (reason: string) => void
}

/**
 * Ends tasks by what their threads have worked, which a busy machine doesn't change. By the clock a task may take ten
 * minutes. Where the system doesn't tell what a thread has worked, which only Linux does, all the time that passes counts as work.
 */
export class WorkDeadlines {
  readonly #running = new Set<Deadline>()
  #timer: NodeJS.Timeout | undefined

  /**
   * @param thread the system's number of the thread
   * @param milliseconds of work
   * @param onOverrun called once, with a sentence, when that is over
   * @returns ends the deadline
   */
  begin(thread: number | undefined, milliseconds: number, onOverrun: (reason: string) => void): () => void {
    const deadline = { milliseconds, beganAt: performance.now(), readWork: workOf(thread), onOverrun }
    this.#running.add(deadline)
    this.#timer ??= setInterval(() => this.#look(), pause)
    return () => this.#end(deadline)
  }

  #end(deadline: Deadline): void {
    this.#running.delete(deadline)
    if (this.#running.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #look(): void {
    for (const deadline of this.#running) {
      const reason = overrunOf(deadline)
      if (reason === undefined) continue
      this.#end(deadline)
      deadline.onOverrun(reason)
    }
  }
}

const overrunOf = ({ milliseconds, readWork, beganAt }: Deadline): string | undefined => {
  if (readWork() > milliseconds) return `It took more than ${milliseconds / 1_000} s.`
  if (performance.now() - beganAt <= longestByTheClock) return undefined
  return `It took more than ${longestByTheClock / 1_000} s, since the machine is busy.`
}

/** Counts from now on, in milliseconds. */
const workOf = (thread: number | undefined): (() => number) => {
  const beganAt = performance.now()
  const before = readThread(thread)
  return () => {
    const now = readThread(thread)
    return before === undefined || now === undefined ? performance.now() - beganAt : now - before
  }
}

/** Milliseconds of the processor that a thread of this process has had since it began. */
const readThread = (thread: number | undefined): number | undefined => {
  try {
    return Number.parseInt(readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8'), 10) / 1_000_000
  } catch {
    return undefined
  }
}
