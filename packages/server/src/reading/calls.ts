/** A task for a thread. */
export interface PoolRun {
  readonly kind: 'run'
  readonly id: number
  /** Milliseconds of the processor that it may take once a thread has begun it. */
  readonly deadline: number
  readonly call: Uint8Array
}

/** What the server sends to the process that reads: a task, or that nobody waits for one any more. */
export type PoolRequest = PoolRun | { readonly kind: 'cancel'; readonly id: number }

/** Why a task has no output. */
export interface PoolFailure {
  readonly kind: 'failure'
  readonly id: number
  /** A sentence: what the task threw, or why its thread was ended. */
  readonly reason: string
  readonly isOverrun: boolean
  /** What it was reading when its thread was ended, where it has said so. */
  readonly document: string | undefined
}

/** What that process sends back. */
export type PoolAnswer = { readonly kind: 'output'; readonly id: number; readonly output: Uint8Array } | PoolFailure

/** What a thread is given: a task as `v8.serialize` writes it, which nothing between the server and the thread opens. */
export interface ThreadCall {
  readonly id: number
  readonly call: Uint8Array
}

/** What a thread says when it begins a task, from when its deadline counts, and before it reads one document of several. */
export type ThreadNote =
  | {
      readonly kind: 'begin'
      readonly id: number
      /** The system's number of the thread; undefined where the system tells none. */
      readonly thread: number | undefined
    }
  | { readonly kind: 'document'; readonly id: number; readonly document: string }
