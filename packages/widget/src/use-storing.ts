import { useEffect, useRef } from 'react'
import { isEmpty, type StoredThread, type ThreadStore } from './thread.ts'

/** Writes the thread soon after it changed, and at once when the reader or the panel leaves. Nothing is stored before there is any. */
export function useStoring(store: ThreadStore, thread: StoredThread): void {
  const latest = useRef(thread)
  const isTouched = useRef(false)
  latest.current = thread
  if (!isEmpty(thread)) isTouched.current = true
  const { messages, draft, contexts, feedback, agreed } = thread
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changed is the reason to write, not what is written
  useEffect(() => {
    if (!isTouched.current) return
    const timer = setTimeout(() => store.write(latest.current), 300)
    return () => clearTimeout(timer)
  }, [store, messages, draft, contexts, feedback, agreed])
  useEffect(() => {
    const leave = () => isTouched.current && store.write(latest.current)
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [store])
}
