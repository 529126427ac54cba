import { startDeliveries } from '../jobs/deliveries.ts'
import type { RunDependencies } from './run.ts'
import { startWorker } from './worker.ts'

/** What works on jobs in the background of a process. */
export interface RunningAgent {
  /** Releases the jobs, for other processes or the next start, and waits until nothing runs. */
  readonly stop: () => Promise<void>
}

/** Starts workers, and what delivers webhooks; nothing at all for no workers. */
export const startAgent = (dependencies: RunDependencies, workers: number): RunningAgent => {
  const running = [
    ...Array.from({ length: workers }, () => startWorker(dependencies)),
    ...(workers > 0 ? [startDeliveries(dependencies)] : []),
  ]
  return {
    stop: async () => {
      await Promise.all(running.map((one) => one.stop()))
    },
  }
}
