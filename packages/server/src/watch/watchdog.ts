import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'

/** How long the main thread may be silent before it counts as frozen. */
const mostSilentSeconds = 30
const beatMilliseconds = 1_000

/** What the thread is told. */
export interface WatchdogData {
  /** One 32-bit number that goes up with every beat of the main thread. */
  readonly beats: SharedArrayBuffer
  /** How often the thread looks, in milliseconds. */
  readonly beatMilliseconds: number
  /** Looks without a new beat after which the process is ended. */
  readonly mostSilentBeats: number
}

/**
 * Ends the process when its event loop has stood still for 30 s, with the stack of the main thread in the log: whatever
 * restarts it then brings it back, while a frozen process would stay frozen. The silence is counted by a thread in its own
 * looks and not by the clock, so a process that was suspended isn't taken for a frozen one.
 *
 * @param options.silentSeconds @default 30
 * @returns what ends the watch
 */
export const startWatchdog = (options: { silentSeconds?: number } = {}): (() => void) => {
  const { silentSeconds = mostSilentSeconds } = options
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const count = new Int32Array(beats)
  const interval = Math.min(beatMilliseconds, (silentSeconds * 1_000) / 4)
  const workerData: WatchdogData = {
    beats,
    beatMilliseconds: interval,
    mostSilentBeats: Math.ceil((silentSeconds * 1_000) / interval),
  }
  const thread = new Worker(new URL(`./watchdog-thread${extname(import.meta.url)}`, import.meta.url), { workerData })
  thread.unref()
  const timer = setInterval(() => Atomics.add(count, 0, 1), interval)
  timer.unref()
  return () => {
    clearInterval(timer)
    void thread.terminate()
  }
}
