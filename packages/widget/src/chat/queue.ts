import type { PreparedQuestion, QueuedQuestion } from './question.ts'
import { createSlice, type Readable } from './slice.ts'
import { randomId } from './thread.ts'

/** Questions that wait for their turn, oldest first. */
export interface Queue {
  readonly state: Readable<readonly QueuedQuestion[]>
  add(question: PreparedQuestion): void
  remove(id: string): void
  /** Takes the oldest question out. */
  next(): QueuedQuestion | undefined
  clear(): void
}

/** Creates an empty queue. */
export function createQueue(): Queue {
  const state = createSlice<readonly QueuedQuestion[]>([])
  const remove = (unwanted: string) => state.set(state.get().filter(({ id }) => id !== unwanted))
  return {
    state,
    remove,
    add: (question) => state.set([...state.get(), { ...question, id: randomId() }]),
    next() {
      const [first] = state.get()
      if (first) remove(first.id)
      return first
    },
    clear() {
      if (state.get().length > 0) state.set([])
    },
  }
}
