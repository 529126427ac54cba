import type { Assistant } from '../chat/assistant.ts'
import { toExchanges } from '../chat/conversation.ts'
import type { KeptThread } from '../chat/thread.ts'
import type { PanelTexts } from '../locales/texts.ts'
import { icons } from '../parts/icons.tsx'
import type { Twice as TwiceButton } from '../parts/confirm-button.tsx'
import { focusNew } from './watch-focus.ts'

const midnight = (time: number): number => new Date(time).setHours(0, 0, 0, 0)

const daysAgo = (time: number, now: number): number => Math.round((midnight(now) - midnight(time)) / 86_400_000)

/** Whether each word stands somewhere in what was asked and answered. */
function holds({ messages }: KeptThread, query: string): boolean {
  const text = messages
    .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])))
    .join('\n')
    .toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** Neighbours of the same day stand together; the list is sorted already. */
function byDay(threads: readonly KeptThread[], now: number) {
  const groups: { readonly ago: number; readonly threads: KeptThread[] }[] = []
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
  Twice,
  onOpen,
}: { thread: KeptThread } & Omit<HistoryProps, 'query' | 'onSearch'>) {
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
      <Twice
        className="sn-icon"
        label={texts.removeConversation(question)}
        onDo={() => assistant.removeEarlier(thread.id)}
      >
        {icons.remove}
      </Twice>
    </li>
  )
}

interface HistoryProps {
  readonly texts: PanelTexts
  readonly assistant: Assistant
  /** The panel's: parts that are loaded later hold no state. */
  readonly Twice: typeof TwiceButton
  readonly query: string
  readonly onSearch: (query: string) => void
  /** A conversation was chosen. */
  readonly onOpen: () => void
}

/** Earlier conversations by day. Loaded when the reader looks for one; see `useLater`. */
export function History({ texts, assistant, Twice, query, onSearch, onOpen }: HistoryProps) {
  const now = Date.now()
  const found = query.trim() ? assistant.earlier.filter((thread) => holds(thread, query.trim())) : assistant.earlier
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
      <p className={found.length > 0 ? 'sr-only' : 'mt-12px text-medium text-muted'} role="status">
        {found.length > 0 ? '' : texts.noHistory}
      </p>
      {byDay(found, now).map(({ ago, threads }) => (
        <div key={ago}>
          <h3 className="sn-caption mt-20px">{texts.day(new Date(threads[0]?.savedAt ?? now), ago)}</h3>
          <ul>
            {threads.map((thread) => (
              <Entry key={thread.id} {...{ thread, texts, assistant, Twice, onOpen }} />
            ))}
          </ul>
        </div>
      ))}
      <Twice
        className="sn-forget mt-20px"
        onDo={() => {
          assistant.forgetAll()
          onOpen()
        }}
      >
        {texts.forgetAll}
      </Twice>
    </section>
  )
}
