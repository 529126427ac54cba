import { useEffect, useRef } from 'react'
import { isEmpty, type Thread } from './thread.ts'
import type { ThreadStore } from './thread-store.ts'

/** How long after the last change the thread is written, in ms. */
const delay = 300

interface SaveSettings {
  readonly store: ThreadStore
  readonly thread: Thread
  /** While an answer arrives, changes of other tabs wait. */
  readonly isBusy: boolean
  /** Shows what another tab has stored. @param isBack whether the reader has come back to this page */
  follow(isBack: boolean): void
}

/**
 * Writes the thread shortly after it changed, and at once when the reader or the panel leaves. A page that only shows the
 * thread writes nothing, since another tab may have continued it; its changes are shown here.
 */
export function useSaveThread(settings: SaveSettings): void {
  const { store, thread, isBusy } = settings
  const latest = useRef(settings)
  latest.current = settings
  const isTouched = useRef(false)
  /** Holds the timer of a pending write. Undefined until the first rendering, which is no change. */
  const pending = useRef<{ timer?: ReturnType<typeof setTimeout> }>(undefined)
  if (!isEmpty(thread)) isTouched.current = true
  const { messages, draft, contexts, feedback, agreed } = thread
  const flush = () => {
    if (!pending.current?.timer) return
    clearTimeout(pending.current.timer)
    pending.current = {}
    if (isTouched.current) store.write(latest.current.thread)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: these changes are the reason to write
  useEffect(() => {
    if (pending.current) {
      clearTimeout(pending.current.timer)
      pending.current = { timer: setTimeout(flush, delay) }
    } else pending.current = {}
  }, [store, messages, draft, contexts, feedback, agreed])
  const follow = (isBack: boolean) => {
    flush()
    if (!latest.current.isBusy) latest.current.follow(isBack)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: changes that came during an answer are followed after it
  useEffect(() => follow(false), [isBusy])
  // biome-ignore lint/correctness/useExhaustiveDependencies: everything but the store is read when it's needed
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    const onStorage = ({ key }: StorageEvent) => {
      // Null means that everything was cleared. Other keys are the page's.
      if (key === null || key.startsWith('sidenote:')) follow(false)
    }
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (persisted) follow(true)
    }
    addEventListener('pagehide', flush, { signal })
    // On a phone this is the last event of a page.
    document.addEventListener('visibilitychange', flush, { signal })
    addEventListener('storage', onStorage, { signal })
    addEventListener('pageshow', onReturn, { signal })
    return () => {
      ending.abort()
      flush()
    }
  }, [store])
}
