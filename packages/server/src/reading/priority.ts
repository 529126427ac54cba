import { readdirSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** Requests are served first, where there are fewer cores than work. */
const lowPriority = 10

/** Lowers the priority of this process with all of its threads: on Linux those of V8, which collect its garbage, have their own. */
export const lowerProcess = (): void => {
  for (const thread of [process.pid, ...listThreads()]) lower(thread)
}

const lower = (number: number): void => {
  try {
    // One that is lower already, as the operator may want it, could only be raised by an administrator.
    if (getPriority(number) < lowPriority) setPriority(number, lowPriority)
  } catch {
    // It has ended meanwhile.
  }
}

const listThreads = (): number[] => {
  try {
    return readdirSync('/proc/self/task').map(Number)
  } catch {
    return []
  }
}
