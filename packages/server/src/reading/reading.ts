import { deserialize, serialize } from 'node:v8'
import { type ReadingBounds, usualBounds } from './bounds.ts'
import { Lanes } from './lanes.ts'
import { Pool } from './pool.ts'
import type { TaskCall, TaskInput, TaskName, TaskOutput } from './tasks.ts'

interface RunOptions {
  /** Ends the task, and the thread that works on it. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds of work that the task may take once it has begun. */
  readonly deadline?: number
}

/** Runs the tasks of one caller. */
export interface ReadingLane {
  /**
   * Runs a task of the worker.
   *
   * @throws OverrunError when it takes too long or too much memory; no other task is ended with it
   */
  run: <Name extends TaskName>(name: Name, input: TaskInput<Name>, options?: RunOptions) => Promise<TaskOutput<Name>>
}

/**
 * Reads what strangers wrote, in the threads of another process: whatever it is, it neither holds up nor ends the one that
 * serves requests.
 */
export interface Reading extends ReadingLane {
  /** The same threads for one caller: callers share them by time, however much each has to read. */
  openLane: () => ReadingLane
  /** Ends all threads; what is still running is rejected. */
  close: () => Promise<void>
}

const usualDeadline = 10_000

/** Opens the threads of this process; none is started before the first task. */
export function openReading(bounds: ReadingBounds = usualBounds()): Reading {
  const lanes = new Lanes(bounds.threads)
  const pool = new Pool(bounds)
  const openLane = (): ReadingLane => {
    const lane = lanes.open()
    return {
      run: async (name, input, { signal, deadline = usualDeadline } = {}) => {
        const output = await lane.run(async () => {
          signal?.throwIfAborted()
          const call: TaskCall<typeof name> = { name, input }
          return pool.run({ call: serialize(call), deadline, signal })
        })
        return deserialize(output)
      },
    }
  }
  return { ...openLane(), openLane, close: () => pool.close() }
}
