import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { sentenceOf } from '../api/request.ts'
import { buttonStyle } from './button.tsx'

interface Notice {
  readonly id: number
  readonly sentence: string
  readonly isError: boolean
}

const showMilliseconds = { done: 4_000, error: 12_000 }
const listeners = new Set<() => void>()
let notices: readonly Notice[] = []
let lastId = 0

const replace = (next: readonly Notice[]): void => {
  notices = next
  for (const listener of listeners) listener()
}

const remove = (id: number): void => replace(notices.filter((notice) => notice.id !== id))

const add = (sentence: string, isError: boolean): void => {
  const id = ++lastId
  // Three fit beside the page; who does more at once reads the last.
  replace([...notices.slice(-2), { id, sentence, isError }])
  setTimeout(() => remove(id), isError ? showMilliseconds.error : showMilliseconds.done)
}

/** Says that something is done, in a few words. */
export const sayDone = (sentence: string): void => add(sentence, false)

/** Says what went wrong with something that nobody waits for on the page. */
export const sayError = (error: unknown): void => add(sentenceOf(error), true)

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where short notices appear. */
export const Toasts = () => {
  const list = useSyncExternalStore(subscribe, () => notices)
  return (
    <div
      aria-live="polite"
      className="fixed right-3 bottom-3 z-50 flex w-[min(24rem,calc(100vw-1.5rem))] flex-col gap-2"
    >
      {list.map(({ id, sentence, isError }) => (
        <div
          key={id}
          className="flex items-start gap-2.5 rounded-lg border border-line bg-raised py-2 pr-1.5 pl-3.5 shadow-high"
        >
          {isError ? (
            <CircleAlert className="mt-1.5 size-4 shrink-0 text-bad" aria-hidden />
          ) : (
            <CircleCheck className="mt-1.5 size-4 shrink-0 text-good" aria-hidden />
          )}
          <p className="min-w-0 flex-1 py-1 text-sm font-medium wrap-anywhere">{sentence}</p>
          <button
            type="button"
            aria-label="Dismiss"
            className={buttonStyle('quiet', 'small')}
            onClick={() => remove(id)}
          >
            <X aria-hidden />
          </button>
        </div>
      ))}
    </div>
  )
}
