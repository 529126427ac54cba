/** A value that others can read and follow. */
export interface Readable<State> {
  get(): State
  /** Calls `listener` at each change. Returns a function that ends it. */
  subscribe(listener: () => void): () => void
}

/** One part of the panel's state. It's changed by replacing it, so the same object means that nothing changed. */
export interface Slice<State> extends Readable<State> {
  set(next: State): void
  /** Replaces some fields. Keeps the object if none of them differs. */
  change(fields: Partial<State>): void
}

/** Creates a slice. */
export function createSlice<State>(initial: State): Slice<State> {
  let current = initial
  const listeners = new Set<() => void>()
  const set = (next: State) => {
    if (Object.is(next, current)) return
    current = next
    for (const listener of [...listeners]) listener()
  }
  return {
    get: () => current,
    set,
    change(fields) {
      const names = Object.keys(fields) as (keyof State)[]
      if (names.some((name) => !Object.is(fields[name], current[name]))) set({ ...current, ...fields })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
