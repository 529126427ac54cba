/** What the server sends to the process that reads. */
export type PoolRequest =
  /** A task, and how many milliseconds it may take once a thread has begun it. */
  | { readonly kind: 'run'; readonly id: number; readonly deadline: number; readonly call: Uint8Array }
  /** Nobody waits for it any more. */
  | { readonly kind: 'cancel'; readonly id: number }

/** What that process sends back. */
export type PoolAnswer =
  | { readonly kind: 'output'; readonly id: number; readonly output: Uint8Array }
  /** A sentence: what the task threw, or why its thread was ended. */
  | { readonly kind: 'failure'; readonly id: number; readonly reason: string; readonly isOverrun: boolean }

/** What a thread is given: a task as `v8.serialize` writes it, which nothing between the server and the thread opens. */
export interface ThreadCall {
  readonly id: number
  readonly call: Uint8Array
}

/** What a thread says when it begins a task: the deadline counts from then. */
export interface ThreadStart {
  readonly started: number
}
