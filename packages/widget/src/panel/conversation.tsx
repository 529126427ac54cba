import { useRef } from 'react'
import type { Assistant } from '../chat/assistant.ts'
import { useTexts } from '../locales/use-texts.ts'
import { Exchange } from '../parts/exchange.tsx'
import { useExchangeAssistant } from '../parts/exchange-assistant.ts'
import { icons } from '../parts/icons.tsx'
import { ConversationActions } from './conversation-actions.tsx'
import { useScroll } from './use-scroll.ts'

/** All questions and answers so far. @param scrollKey where the scroll position is stored, if that's allowed */
export function Conversation({ assistant, scrollKey }: { assistant: Assistant; scrollKey?: string | undefined }) {
  const texts = useTexts()
  const view = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const { hasMore, follow, handlers } = useScroll({ view, end, storageKey: scrollKey }, assistant)
  const exchangeAssistant = useExchangeAssistant(assistant)
  const { exchanges, isBusy } = assistant
  const last = exchanges.at(-1)
  return (
    <div className="relative min-h-0 flex-1">
      {/* The log is silent, since announcing word by word would overwhelm readers. The status region says what matters. */}
      <div
        ref={view}
        className="sn-log"
        role="log"
        aria-live="off"
        aria-busy={isBusy}
        aria-label={texts.conversation}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long answers are scrollable by keyboard
        tabIndex={0}
        {...handlers}
      >
        {exchanges.map((exchange) => {
          const isLast = exchange === last
          return (
            <div key={exchange.id}>
              <Exchange
                exchange={exchange}
                assistant={exchangeAssistant}
                isLast={isLast}
                isLong={isLast && exchanges.length > 1}
              />
              {isLast ? <div ref={end} /> : null}
              {isLast && !isBusy ? <ConversationActions assistant={assistant} /> : null}
            </div>
          )
        })}
      </div>
      <div className="sn-fade" />
      {hasMore ? (
        <button type="button" className="sn-latest" aria-label={texts.jumpToLatest} onClick={follow}>
          {icons.latest}
        </button>
      ) : null}
    </div>
  )
}
