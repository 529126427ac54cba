import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ReadingBounds } from './bounds.ts'
import type { PoolAnswer, PoolFailure, PoolRequest } from './calls.ts'

/** A task took more time or memory than it may, or ended its process. The message is a sentence without a subject. */
export class OverrunError extends Error {
  override readonly name = 'OverrunError'
  /** Which one it was reading, of a task that reads several documents; undefined when that is not known. */
  readonly document: string | undefined

  constructor(message: string, document?: string) {
    super(message)
    this.document = document
  }
}

/** The process ended in the middle of a task. */
class ProcessEnded extends Error {
  /** Whether none was running beside it, so that it is the one that ended it. */
  readonly wasAlone: boolean

  constructor(wasAlone: boolean) {
    super()
    this.wasAlone = wasAlone
  }
}

interface Waiting {
  readonly resolve: (output: Uint8Array) => void
  readonly reject: (error: Error) => void
}

interface Task {
  readonly call: Uint8Array
  /** In milliseconds of work, from when a thread begins it. */
  readonly deadline: number
  readonly signal: AbortSignal | undefined
}

/** How long the process waits for the next task: the next sync needn't load all that reads pages again. */
const idleMilliseconds = 5_000

const entry = fileURLToPath(new URL(`./pool-process${extname(import.meta.url)}`, import.meta.url))

/**
 * A process of threads that run tasks. It is started for the first task, ends when there are none for a while, and is
 * started again when it has ended in the middle of some: then each of these runs once more, alone, so that the one that ends it
 * costs no other.
 */
export class Pool {
  readonly #bounds: ReadingBounds
  #child: ChildProcess | undefined
  readonly #waiting = new Map<number, Waiting>()
  #last = 0
  #idle: NodeJS.Timeout | undefined
  /** Settled when all tasks have run once more that were running when the process ended. */
  #alone: Promise<unknown> | undefined

  constructor(bounds: ReadingBounds) {
    this.#bounds = bounds
  }

  /** @throws OverrunError */
  async run(task: Task): Promise<Uint8Array> {
    while (this.#alone) await this.#alone
    try {
      return await this.#send(task)
    } catch (error) {
      if (!(error instanceof ProcessEnded)) throw error
      if (error.wasAlone) throw ended()
    }
    return this.#runAlone(task)
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const child = this.#child
    this.#forget(new Error('Reading was closed.'))
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    // Where nothing else is going on, this process would end before it hears of that.
    child.ref()
    child.kill('SIGKILL')
    // A thread that ends before its child would leave an entry of it in the system's table.
    await ended
  }

  async #runAlone(task: Task): Promise<Uint8Array> {
    const run = async () => {
      try {
        return await this.#send(task)
      } catch (error) {
        throw error instanceof ProcessEnded ? ended() : error
      }
    }
    const turn = (this.#alone ?? Promise.resolve()).then(run)
    const settled = turn.then(
      () => {},
      () => {},
    )
    this.#alone = settled
    void settled.then(() => {
      if (this.#alone === settled) this.#alone = undefined
    })
    return turn
  }

  #send({ call, deadline, signal }: Task): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const id = ++this.#last
      const child = this.#open()
      const leave = () => {
        this.#waiting.delete(id)
        this.#post({ kind: 'cancel', id })
        this.#rest()
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
      const settle = () => {
        this.#waiting.delete(id)
        signal?.removeEventListener('abort', leave)
        this.#rest()
      }
      this.#waiting.set(id, {
        resolve: (output) => {
          settle()
          resolve(output)
        },
        reject: (error) => {
          settle()
          reject(error)
        },
      })
      this.#post({ kind: 'run', id, deadline, call }, child)
    })
  }

  #post(request: PoolRequest, child = this.#child): void {
    // When it has ended meanwhile, its end rejects what waits.
    child?.send(request, () => {})
  }

  /** Starts the process, and keeps this one from ending while there are tasks. */
  #open(): ChildProcess {
    clearTimeout(this.#idle)
    this.#child ??= this.#start()
    this.#child.ref()
    this.#child.channel?.ref()
    return this.#child
  }

  #start(): ChildProcess {
    const { threads, megabytes } = this.#bounds
    const child = fork(entry, [String(threads), String(megabytes)], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.on('message', (answer: PoolAnswer) => {
      const waiting = this.#waiting.get(answer.id)
      if (answer.kind === 'output') waiting?.resolve(answer.output)
      else waiting?.reject(errorOf(answer))
    })
    const end = () => {
      if (this.#child === child) this.#forget(new ProcessEnded(this.#waiting.size === 1))
    }
    child.once('error', end).once('exit', end)
    return child
  }

  #forget(error: Error): void {
    this.#child = undefined
    for (const waiting of [...this.#waiting.values()]) waiting.reject(error)
  }

  /** Lets this process end when nothing is running, and the other one after a while. */
  #rest(): void {
    const child = this.#child
    if (!child || this.#waiting.size > 0) return
    child.unref()
    child.channel?.unref()
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => {
      this.#child = undefined
      child.kill('SIGKILL')
    }, idleMilliseconds).unref()
  }
}

const ended = (): OverrunError => new OverrunError('It ended the process that reads.')

const errorOf = ({ reason, isOverrun, document }: PoolFailure): Error =>
  isOverrun ? new OverrunError(reason, document) : new Error(reason)
