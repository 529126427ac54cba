import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let isReached = true

/** Notes whether the last request got an answer, whatever it said. */
export const noticeReached = (isAnswered: boolean): void => {
  if (isAnswered === isReached) return
  isReached = isAnswered
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the server answered the last request. */
export const useReachable = (): boolean => useSyncExternalStore(subscribe, () => isReached)
