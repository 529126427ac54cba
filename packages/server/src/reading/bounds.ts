import { availableParallelism, totalmem } from 'node:os'
import { constrainedMemory } from 'node:process'

/** How much may be used to read what strangers wrote. */
export interface ReadingBounds {
  /** Threads that read at the same time. */
  readonly threads: number
  /** Most memory of each, in MB: of what its reader has made. `wholeMegabytes` says what that comes to. */
  readonly megabytes: number
}

/** A page of 4 MB, the largest that is read, takes 500 MB; one of 1 MB takes 200. */
const mostMegabytes = 512
/** With less, pages of a few hundred kB could not be read. */
const leastMegabytes = 192
/** Of the memory of the machine or the container, for all threads together. */
const share = 1 / 4

/**
 * The bounds of this machine: one thread fewer than it has cores, as long as 512 MB for each are a quarter of its memory
 * together; always one thread, which on a small machine gets less.
 */
export function usualBounds(): ReadingBounds {
  const all = (memoryOfMachine() * share) / 1024 / 1024
  const megabytes = Math.floor(Math.min(mostMegabytes, Math.max(leastMegabytes, all)))
  const threads = Math.min(availableParallelism() - 1, Math.floor(all / megabytes))
  return { threads: Math.max(1, threads), megabytes }
}

/** In bytes. A container may hold less than its machine has. */
const memoryOfMachine = (): number => {
  const constrained = constrainedMemory()
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
}

/** Of what is newly made in a thread, in MB: with half of it, pages take a tenth longer. */
const young = { most: 96, share: 1 / 6 }

/** How much of what is newly made a thread keeps before it looks through it, in MB. @param megabytes of the thread */
export const youngMegabytes = (megabytes: number): number => Math.min(young.most, megabytes * young.share)

/** Beside what a thread's reader has made and newly makes, V8 keeps as much as 30 % for collecting it, and 60 MB of code. */
const ofThread = { factor: 1.3, code: 60 }
const processMegabytes = 100

/** The most memory that the process of all threads takes, in MB. */
export const wholeMegabytes = ({ threads, megabytes }: ReadingBounds): number =>
  processMegabytes + threads * (megabytes * ofThread.factor + youngMegabytes(megabytes) + ofThread.code)
