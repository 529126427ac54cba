import { useEffect, useRef, useState } from 'react'
import type { PreparedQuestion, QueuedQuestion } from './assistant.ts'

/** Sends queued questions one by one, each once the previous one has been answered. */
export function useQueue(isReady: boolean, send: (question: PreparedQuestion) => void) {
  const [queue, setQueue] = useState<readonly QueuedQuestion[]>([])
  const latest = useRef(send)
  latest.current = send
  const [next] = queue
  useEffect(() => {
    if (!isReady || !next) return
    setQueue((all) => all.filter(({ id }) => id !== next.id))
    latest.current(next)
  }, [isReady, next])
  return {
    queue,
    enqueue: (question: PreparedQuestion) =>
      setQueue((all) => [...all, { ...question, id: `queued-${Date.now()}-${all.length}` }]),
    unqueue: (unwanted: string) => setQueue((all) => all.filter(({ id }) => id !== unwanted)),
    clearQueue: () => setQueue([]),
  }
}
