import { useChat } from '@ai-sdk/react'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { type ConversationView, viewOf } from '../chat/conversation.ts'
import type { Session } from '../chat/session.ts'
import { useSlice, useStore } from '../chat/use-store.ts'
import { useTexts } from '../locales/use-texts.ts'
import { type Activity, Exchange } from '../parts/exchange.tsx'
import { icons } from '../parts/icons.tsx'
import { useScroll } from './use-scroll.ts'

export { createSession } from '../chat/session.ts'

/** How often a growing answer is rendered, in ms. A change of status is rendered at once. */
const interval = 30

/**
 * The chat with the server, by the AI SDK's hook. Loaded when the reader starts to write, or with a stored conversation.
 * @param scrollKey where the scroll position is stored, if that's allowed
 */
export function Conversation({ session, scrollKey }: { session: Session; scrollKey?: string | undefined }) {
  const { conversation, options } = useStore()
  const chat = useSlice(session.chat)
  const { messages, status, error } = useChat({ chat, throttle: interval })
  // The rest of the panel follows the conversation's state.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are the changes to copy
  useLayoutEffect(session.sync, [session, messages, status, error])
  const reconnection = useSlice(conversation.state, (state) => state.reconnection)
  const searching = useSlice(conversation.state, (state) => state.searching)
  const supportUrl = useSlice(options, (given) => given.supportUrl)
  const view = useMemo(
    () => viewOf({ messages, status, error, reconnection, searching, asked: undefined }, supportUrl),
    [messages, status, error, reconnection, searching, supportUrl],
  )
  return view.exchanges.length === 0 ? null : <ConversationLog view={view} scrollKey={scrollKey} />
}

/** All questions and answers so far. */
export function ConversationLog({ view, scrollKey }: { view: ConversationView; scrollKey?: string | undefined }) {
  const { exchanges, isBusy, problem, reconnection, searching } = view
  const texts = useTexts()
  const log = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const { hasMore, follow, handlers } = useScroll({ view: log, end, storageKey: scrollKey }, view)
  const activity = useMemo((): Activity => ({ problem, reconnection, searching }), [problem, reconnection, searching])
  const last = exchanges.at(-1)
  return (
    <div className="relative min-h-0 flex-1">
      {/* The log is silent, since announcing word by word would overwhelm readers. The status region says what matters. */}
      <div
        ref={log}
        className="sn-log relative h-full scroll-thin overflow-y-auto overscroll-contain -outline-offset-2"
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
            // All have the same display, and the last differs by its position only: otherwise the browser would lay out a
            // whole answer again.
            <div key={exchange.id} className="flex flex-col last:min-h-full last:pb-3">
              <Exchange
                exchange={exchange}
                activity={isLast ? activity : undefined}
                isBusy={isBusy}
                isLong={isLast && exchanges.length > 1}
              />
              {isLast ? <div ref={end} /> : null}
            </div>
          )
        })}
      </div>
      {/* Text fades out under the composer instead of being cut off, and earlier behind the button. */}
      <div
        className={`sn-fade pointer-events-none absolute start-0 end-3 bottom-0 ${hasMore ? 'h-10 bg-fade-early' : 'h-5 bg-fade'}`}
      />
      {hasMore ? (
        <button
          type="button"
          className="sn-latest absolute inset-x-0 -bottom-3.5 m-auto grid size-8 animate-appear items-end justify-items-center rounded-full pointer-coarse:size-11 [&_svg]:box-content [&_svg]:rounded-full [&_svg]:border [&_svg]:border-line [&_svg]:bg-raised [&_svg]:p-[7px] [&_svg]:shadow-low forced-colors:[&_svg]:border-[currentColor]"
          aria-label={texts.jumpToLatest}
          onClick={follow}
        >
          {icons.latest}
        </button>
      ) : null}
    </div>
  )
}
