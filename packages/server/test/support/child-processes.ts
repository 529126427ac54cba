import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'

/** The processes that a process has started and that have not ended, whichever of its threads it was. */
export const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    try {
      return readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
    } catch {
      // The thread has ended meanwhile.
      return []
    }
  })

/** The priorities of a process's threads, of its main one first; 0 is the usual one, more is lower. */
export const threadPriorities = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    try {
      return [getPriority(Number(thread))]
    } catch {
      // The thread has ended meanwhile.
      return []
    }
  })
