import { writeFileSync } from 'node:fs'
import { extname } from 'node:path'
import { Piscina } from 'piscina'
import { youngMegabytes } from './bounds.ts'
import type { PoolAnswer, PoolRequest, PoolRun, ThreadCall, ThreadNote } from './calls.ts'
import { lowerProcess } from './priority.ts'
import { WorkDeadlines } from './work-deadlines.ts'

// The entry of the process that reads what strangers wrote, in threads: `node pool-process.ts THREADS MEGABYTES`. A thread
// that takes too long or too much memory is ended. One that asks for too much memory at once ends this process with it, as
// V8 does then, and not the server.

const idleMilliseconds = 5_000

const [threads = 1, megabytes = 0] = process.argv.slice(2).map(Number)

const pool = new Piscina({
  filename: new URL(`./worker${extname(import.meta.url)}`, import.meta.url).href,
  name: 'runTask',
  minThreads: 0,
  maxThreads: threads,
  idleTimeout: idleMilliseconds,
  recordTiming: false,
  resourceLimits: {
    maxOldGenerationSizeMb: megabytes,
    maxYoungGenerationSizeMb: youngMegabytes(megabytes),
  },
})
// What a thread ends of between two tasks is no task's fault.
pool.on('error', () => {})

interface RunningTask {
  readonly end: AbortController
  /** Begins its deadline. @param thread the system's number of its thread */
  readonly begin: (thread: number | undefined) => void
  /** What it reads now, of several documents. */
  document: string | undefined
}

const running = new Map<number, RunningTask>()
const deadlines = new WorkDeadlines()
pool.on('message', (note: ThreadNote) => {
  const task = running.get(note.id)
  if (note.kind === 'begin') task?.begin(note.thread)
  else if (task) task.document = note.document
})

const send = (answer: PoolAnswer): void => {
  process.send?.(answer)
}

/** Why a thread ended; undefined for what its task threw. */
const overrunOf = (error: Error): string | undefined => {
  if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return `It takes more than ${megabytes} MB of memory.`
  return /^worker exited with code|^Terminating worker thread/.test(error.message) ? 'Its thread ended.' : undefined
}

const run = async ({ id, deadline, call }: PoolRun): Promise<void> => {
  const end = new AbortController()
  let late: string | undefined
  let endDeadline: (() => void) | undefined
  const begin = (thread: number | undefined) => {
    endDeadline = deadlines.begin(thread, deadline, (reason) => {
      late = reason
      end.abort()
    })
  }
  const task: RunningTask = { end, begin, document: undefined }
  running.set(id, task)
  try {
    const output = await pool.run({ id, call } satisfies ThreadCall, { signal: end.signal })
    send({ kind: 'output', id, output })
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause))
    const overrun = late ?? overrunOf(error)
    const { document } = task
    send({ kind: 'failure', id, reason: overrun ?? error.message, isOverrun: overrun !== undefined, document })
  } finally {
    endDeadline?.()
    running.delete(id)
  }
}

process.on('message', (request: PoolRequest) => {
  if (request.kind === 'cancel') running.get(request.id)?.end.abort()
  else void run(request)
})
// Without its server nothing is to be read; a thread in the middle of something would not let the process end otherwise.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

lowerProcess()
try {
  // Where memory runs out, the kernel ends this process before the server.
  writeFileSync('/proc/self/oom_score_adj', '500')
} catch {
  // Another system than Linux.
}
