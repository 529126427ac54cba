import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { Piscina } from 'piscina'
import { Lanes } from './lanes.ts'
import type { TaskCall, TaskInput, TaskName, TaskOutput, TaskStart } from './tasks.ts'

/** How much may be used to read what strangers wrote. */
export interface ReadingBounds {
  /** Threads at most. @default one fewer than the cores, at least one */
  readonly threads?: number
  /** Most memory of all threads together, in MB; the process needs some 40 more for each. */
  readonly megabytes?: number
}

interface RunOptions {
  /** Ends the task, and the thread that works on it. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds that the task may take once it has begun. */
  readonly deadline?: number
}

/** Reads what strangers wrote, in threads: nothing of it is interpreted on the thread that serves requests. */
export interface Reading {
  /**
   * Runs a task of the worker.
   *
   * @throws OverrunError when it takes too long or too much memory; its thread is ended, no other task is
   */
  run: <Name extends TaskName>(name: Name, input: TaskInput<Name>, options?: RunOptions) => Promise<TaskOutput<Name>>
  /** The same threads for one caller: callers share them by time, however much each has to read. */
  openLane: () => Pick<Reading, 'run'>
  /** Ends all threads; what is still running is rejected. */
  close: () => Promise<void>
}

/** A task took more time or memory than it may, or ended its thread. The message is a sentence without a subject. */
export class OverrunError extends Error {
  override readonly name = 'OverrunError'
}

const usualMegabytes = 1_024
/** Of what is newly made in a thread: with less, collecting it takes longer than the parsing. */
const youngMegabytes = { most: 48, share: 1 / 6 }
const usualDeadline = 10_000
/** How long a thread without a task waits for one: the next sync needn't load all that reads pages again. */
const idleMilliseconds = 5_000

/** Opens the threads of a process; none is started before the first task. */
export function openReading(bounds: ReadingBounds = {}): Reading {
  const { threads = Math.max(1, availableParallelism() - 1), megabytes = usualMegabytes } = bounds
  const each = Math.floor(megabytes / threads)
  const pool = new Piscina({
    filename: new URL(`./worker${extname(import.meta.url)}`, import.meta.url).href,
    name: 'runTask',
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMilliseconds,
    recordTiming: false,
    resourceLimits: {
      maxOldGenerationSizeMb: each,
      maxYoungGenerationSizeMb: Math.min(youngMegabytes.most, each * youngMegabytes.share),
    },
  })
  // What a thread ends of without a task is no task's fault.
  pool.on('error', () => {})
  const lanes = new Lanes(threads)
  const starts = new Map<number, () => void>()
  pool.on('message', ({ started }: TaskStart) => starts.get(started)?.())
  let last = 0

  const begin = async <Name extends TaskName>(
    name: Name,
    input: TaskInput<Name>,
    { signal, deadline = usualDeadline }: RunOptions,
  ): Promise<TaskOutput<Name>> => {
    signal?.throwIfAborted()
    const id = ++last
    const end = new AbortController()
    const abort = () => end.abort()
    let timer: NodeJS.Timeout | undefined
    starts.set(id, () => {
      timer = setTimeout(abort, deadline)
    })
    signal?.addEventListener('abort', abort)
    const call: TaskCall<Name> = { id, name, input }
    try {
      return await pool.run(call, { signal: end.signal })
    } catch (error) {
      signal?.throwIfAborted()
      if (end.signal.aborted) throw new OverrunError(`It took more than ${deadline / 1_000} s.`)
      throw overrunOf(error, each) ?? error
    } finally {
      clearTimeout(timer)
      starts.delete(id)
      signal?.removeEventListener('abort', abort)
    }
  }

  const openLane = (): Pick<Reading, 'run'> => {
    const lane = lanes.open()
    return { run: (name, input, options = {}) => lane.run(() => begin(name, input, options)) }
  }
  return { ...openLane(), openLane, close: () => pool.destroy() }
}

/** What ended the thread; undefined for what the task itself threw. */
const overrunOf = (error: unknown, megabytes: number): OverrunError | undefined => {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new OverrunError(`It takes more than ${megabytes} MB of memory.`)
  return /^worker exited with code|^Terminating worker thread/.test(error.message)
    ? new OverrunError('Its thread ended.')
    : undefined
}
