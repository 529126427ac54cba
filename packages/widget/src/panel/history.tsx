import type { Assistant } from '../chat/assistant.ts'
import { toExchanges } from '../chat/exchange.ts'
import type { SavedThread } from '../chat/thread.ts'
import type { PanelTexts } from '../locales/texts.ts'
import type { ConfirmButton as ConfirmButtonComponent } from '../parts/confirm-button.tsx'
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

function Entry({
  thread,
  texts,
  assistant,
  ConfirmButton,
  onOpen,
}: { thread: SavedThread } & Omit<HistoryProps, 'query' | 'onSearch'>) {
  const exchanges = toExchanges(thread.messages)
  const question = exchanges[0]?.question ?? ''
  return (
    <li className="sn-entry">
      <button
        type="button"
        onClick={() => {
          assistant.recall(thread)
          onOpen()
        }}
      >
        <span className="truncate">{question}</span>
        <span className="text-small text-muted">{texts.questions(exchanges.length)}</span>
      </button>
      <ConfirmButton
        className="sn-icon"
        label={texts.removeConversation(question)}
        onConfirm={() => assistant.removeEarlier(thread.id)}
      >
        {icons.remove}
      </ConfirmButton>
    </li>
  )
}

interface HistoryProps {
  readonly texts: PanelTexts
  readonly assistant: Assistant
  /** The panel's component, since lazy parts must not have state of their own. */
  readonly ConfirmButton: typeof ConfirmButtonComponent
  readonly query: string
  readonly onSearch: (query: string) => void
  /** A conversation was chosen. */
  readonly onOpen: () => void
}

/** Earlier conversations, by day. Loaded on first use; see `useLazy`. */
export function History({ texts, assistant, ConfirmButton, query, onSearch, onOpen }: HistoryProps) {
  const now = Date.now()
  const threads = query.trim() ? assistant.earlier.filter((thread) => matches(thread, query.trim())) : assistant.earlier
  return (
    <section className="sn-history" aria-label={texts.history}>
      <input
        className="sn-note"
        type="search"
        value={query}
        aria-label={texts.searchHistory}
        placeholder={texts.searchHistory}
        ref={focusNew}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <p className={threads.length > 0 ? 'sr-only' : 'mt-12px text-medium text-muted'} role="status">
        {threads.length > 0 ? '' : texts.noHistory}
      </p>
      {byDay(threads, now).map((day) => (
        <div key={day.ago}>
          <h3 className="sn-caption mt-20px">{texts.day(new Date(day.threads[0]?.savedAt ?? now), day.ago)}</h3>
          <ul>
            {day.threads.map((thread) => (
              <Entry
                key={thread.id}
                thread={thread}
                texts={texts}
                assistant={assistant}
                ConfirmButton={ConfirmButton}
                onOpen={onOpen}
              />
            ))}
          </ul>
        </div>
      ))}
      <ConfirmButton
        className="sn-forget mt-20px"
        onConfirm={() => {
          assistant.forgetAll()
          onOpen()
        }}
      >
        {texts.forgetAll}
      </ConfirmButton>
    </section>
  )
}
