import { useEffect, useRef } from 'react'
import { isEmpty, type StoredThread, type ThreadStore } from './thread.ts'

interface Storing {
  readonly store: ThreadStore
  readonly thread: StoredThread
  /** An answer is being read, which nothing may come between. */
  readonly isBusy: boolean
  /** Shows what another tab has stored. @param isBack whether the reader has come back to this page */
  follow(isBack: boolean): void
}

/**
 * Writes the thread soon after it changed, and at once when the reader or the panel leaves. Nothing is stored before there is
 * any, and nothing by a page that only shows it: another tab may have gone on with it meanwhile, and is followed.
 */
export function useStoring(storing: Storing): void {
  const { store, thread, isBusy } = storing
  const latest = useRef(storing)
  latest.current = storing
  const isTouched = useRef(false)
  /** What is not written yet waits in the timer; the first look at what was kept is no change. */
  const waiting = useRef<{ timer?: ReturnType<typeof setTimeout> }>(undefined)
  if (!isEmpty(thread)) isTouched.current = true
  const { messages, draft, contexts, feedback, agreed } = thread
  const flush = () => {
    if (!waiting.current?.timer) return
    clearTimeout(waiting.current.timer)
    waiting.current = {}
    if (isTouched.current) store.write(latest.current.thread)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changed is the reason to write, not what is written
  useEffect(() => {
    if (waiting.current) {
      clearTimeout(waiting.current.timer)
      waiting.current = { timer: setTimeout(flush, 300) }
    } else waiting.current = {}
  }, [store, messages, draft, contexts, feedback, agreed])
  const follow = (isBack: boolean) => {
    flush()
    if (!latest.current.isBusy) latest.current.follow(isBack)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came while an answer was read is looked at after it
  useEffect(() => follow(false), [isBusy])
  // biome-ignore lint/correctness/useExhaustiveDependencies: all but the store is read when it is needed
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    const onStorage = ({ key }: StorageEvent) => {
      // The page stores things of its own; a browser that forgets all at once names none.
      if (key === null || key.startsWith('sidenote:')) follow(false)
    }
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (persisted) follow(true)
    }
    addEventListener('pagehide', flush, { signal })
    // The last that is heard of a page on a phone.
    document.addEventListener('visibilitychange', flush, { signal })
    addEventListener('storage', onStorage, { signal })
    addEventListener('pageshow', onReturn, { signal })
    return () => {
      ending.abort()
      flush()
    }
  }, [store])
}
