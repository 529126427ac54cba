import type { Readable } from './slice.ts'
import { isEmpty, type Thread } from './thread.ts'

/** How long after the last change the thread is written, in ms. */
const delay = 300

interface SaveSettings {
  /** The thread as it is now. */
  current(): Thread
  /** While an answer arrives, changes of other tabs wait. */
  isBusy(): boolean
  /** Writes it. */
  write(): void
  /** Shows what another tab has stored. @param isBack whether the reader has come back to this page */
  follow(isBack: boolean): void
  /** What the thread is made of. */
  readonly slices: readonly Readable<unknown>[]
  readonly signal: AbortSignal
}

const isSameList = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((entry, index) => entry === other[index])

/** Whether nothing differs that is stored. */
const isSame = (one: Thread, other: Thread): boolean =>
  one.id === other.id &&
  one.draft === other.draft &&
  one.agreed === other.agreed &&
  one.feedback === other.feedback &&
  isSameList(one.contexts, other.contexts) &&
  isSameList(one.messages, other.messages)

/**
 * Writes the thread shortly after it changed, and at once when the reader or the panel leaves. A page that only shows the
 * thread writes nothing, since another tab may have continued it; its changes are shown here.
 */
export function saveThread({ current, isBusy, write, follow, slices, signal }: SaveSettings): void {
  let last = current()
  let isTouched = !isEmpty(last)
  let wasBusy = isBusy()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    if (isTouched) write()
  }
  const followIfFree = (isBack: boolean) => {
    flush()
    if (!isBusy()) follow(isBack)
  }
  const onChange = () => {
    const thread = current()
    if (!isSame(thread, last)) {
      last = thread
      if (!isEmpty(thread)) isTouched = true
      clearTimeout(timer)
      timer = setTimeout(flush, delay)
    }
    if (wasBusy === isBusy()) return
    wasBusy = isBusy()
    // Changes that came during an answer are shown after it.
    if (!wasBusy) followIfFree(false)
  }
  const leaving = slices.map((slice) => slice.subscribe(onChange))
  const onStorage = ({ key }: StorageEvent) => {
    // Null means that everything was cleared. Other keys are the page's.
    if (key === null || key.startsWith('sidenote:')) followIfFree(false)
  }
  const onReturn = ({ persisted }: PageTransitionEvent) => {
    if (persisted) followIfFree(true)
  }
  addEventListener('pagehide', flush, { signal })
  // On a phone this is the last event of a page.
  document.addEventListener('visibilitychange', flush, { signal })
  addEventListener('storage', onStorage, { signal })
  addEventListener('pageshow', onReturn, { signal })
  signal.addEventListener('abort', () => {
    for (const leave of leaving) leave()
    flush()
  })
}
