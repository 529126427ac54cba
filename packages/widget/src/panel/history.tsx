import { useState } from 'react'
import { toExchanges } from '../chat/exchange.ts'
import type { SavedThread } from '../chat/thread.ts'
import { useSlice, useStore } from '../chat/use-store.ts'
import { useTexts } from '../locales/use-texts.ts'
import { caption, column, field, iconButton, quietButton } from '../parts/class-names.ts'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { icons } from '../parts/icons.tsx'
import { focusNew } from './watch-focus.ts'

const midnight = (time: number): number => new Date(time).setHours(0, 0, 0, 0)

const daysAgo = (time: number, now: number): number => Math.round((midnight(now) - midnight(time)) / 86_400_000)

/** Whether the conversation contains every word of the query. */
function matches({ messages }: SavedThread, query: string): boolean {
  const text = messages
    .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])))
    .join('\n')
    .toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** Groups threads by day. They are already sorted. */
function byDay(threads: readonly SavedThread[], now: number) {
  const groups: { readonly ago: number; readonly threads: SavedThread[] }[] = []
  for (const thread of threads) {
    const ago = daysAgo(thread.savedAt, now)
    const group = groups.at(-1)
    if (group?.ago === ago) group.threads.push(thread)
    else groups.push({ ago, threads: [thread] })
  }
  return groups
}

function Entry({ thread, onOpen }: { thread: SavedThread; onOpen: () => void }) {
  const texts = useTexts()
  const { threads } = useStore()
  const exchanges = toExchanges(thread.messages)
  const question = exchanges[0]?.question ?? ''
  return (
    <li className="-mx-2 flex items-center rounded-lg hover:bg-soft">
      <button
        type="button"
        className="flex min-h-11 min-w-0 flex-1 flex-col rounded-lg px-2 py-[5px] text-start text-base"
        onClick={() => {
          void threads.recall(thread)
          onOpen()
        }}
      >
        <span className="bidi-row truncate">{question}</span>
        <span className="text-xs text-muted">{texts.questions(exchanges.length)}</span>
      </button>
      <ConfirmButton
        className={iconButton}
        label={texts.removeConversation(question)}
        onConfirm={() => threads.remove(thread.id)}
      >
        {icons.remove}
      </ConfirmButton>
    </li>
  )
}

interface HistoryProps {
  /** A conversation was chosen. */
  readonly onOpen: () => void
}

/** Earlier conversations, by day. Loaded on first use; see `useLazy`. */
export function History({ onOpen }: HistoryProps) {
  const texts = useTexts()
  const { threads } = useStore()
  const earlier = useSlice(threads.earlier)
  const [query, setQuery] = useState('')
  const now = Date.now()
  const matching = query.trim() ? earlier.filter((thread) => matches(thread, query.trim())) : earlier
  return (
    <section className={`sn-history ${column} px-4 pt-1.5 pb-4`} aria-label={texts.history}>
      <input
        className={`${field} mt-1.5 -mx-1 w-[calc(100%+8px)] rounded-field px-3.5 py-[11px]`}
        type="search"
        value={query}
        aria-label={texts.searchHistory}
        placeholder={texts.searchHistory}
        ref={focusNew}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <p className={matching.length > 0 ? 'sr-only' : 'mt-3 text-base text-muted'} role="status">
        {matching.length > 0 ? '' : texts.noHistory}
      </p>
      {byDay(matching, now).map((day) => (
        <div key={day.ago}>
          <h3 className={`${caption} mt-5`}>{texts.day(new Date(day.threads[0]?.savedAt ?? now), day.ago)}</h3>
          <ul>
            {day.threads.map((thread) => (
              <Entry key={thread.id} thread={thread} onOpen={onOpen} />
            ))}
          </ul>
        </div>
      ))}
      <ConfirmButton
        className={`${quietButton} -mx-2 mt-5`}
        onConfirm={() => {
          void threads.forgetAll()
          onOpen()
        }}
      >
        {texts.forgetAll}
      </ConfirmButton>
    </section>
  )
}
