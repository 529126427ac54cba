import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Assistant } from '../assistant.ts'
import { useTexts } from '../locales/use-texts.ts'
import { Exchange } from '../parts/exchange.tsx'
import { icons } from '../parts/icons.tsx'

const prefersStill = (): ScrollBehavior => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth')

/** How far the end of the text is below what is seen, in px. */
const hiddenBelow = (view: HTMLElement, end: HTMLElement): number =>
  end.getBoundingClientRect().bottom - view.getBoundingClientRect().bottom

/**
 * A new question goes to the top and its answer grows below it; from then on the view moves only when the reader moves
 * it, or asks to follow the text until they scroll themselves.
 */
function useReading(
  view: RefObject<HTMLDivElement | null>,
  end: RefObject<HTMLDivElement | null>,
  assistant: Assistant,
) {
  const { exchanges, isBusy } = assistant
  const [hasMore, setHasMore] = useState(false)
  const isFollowing = useRef(false)
  const count = useRef(0)

  const look = useCallback(() => {
    if (view.current && end.current) setHasMore(hiddenBelow(view.current, end.current) > 24)
  }, [view, end])

  useLayoutEffect(() => {
    if (!view.current) return
    const isFirst = count.current === 0
    const isNew = exchanges.length > count.current
    count.current = exchanges.length
    const last = view.current.querySelector('.sn-last')
    if (!isNew || !(last instanceof HTMLElement)) return
    isFollowing.current = false
    view.current.scrollTo({ top: last.offsetTop, behavior: isFirst ? 'auto' : prefersStill() })
  }, [view, exchanges.length])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the text may push its end out of sight
  useEffect(() => {
    if (isFollowing.current && isBusy && view.current && end.current)
      view.current.scrollBy({ top: Math.max(0, hiddenBelow(view.current, end.current) + 16) })
    look()
  }, [exchanges, isBusy, look])

  useEffect(() => {
    if (!view.current) return
    const element = view.current
    const measure = () => {
      element.style.setProperty('--sn-view', `${element.clientHeight}px`)
      look()
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [view, look])

  const release = () => {
    isFollowing.current = false
  }
  const follow = () => {
    if (!view.current || !end.current) return
    isFollowing.current = true
    view.current.scrollBy({ top: hiddenBelow(view.current, end.current) + 16, behavior: prefersStill() })
  }
  return { hasMore, look, release, follow }
}

/** All questions and answers so far. */
export function Conversation({ assistant }: { assistant: Assistant }) {
  const texts = useTexts()
  const view = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const { hasMore, look, release, follow } = useReading(view, end, assistant)
  const { exchanges, isBusy } = assistant
  return (
    <div className="relative min-h-0 flex-1">
      {/* The log is silent: word by word it would drown the reader. The status region says what matters. */}
      <div
        ref={view}
        className="sn-log"
        role="log"
        aria-live="off"
        aria-busy={isBusy}
        aria-label={texts.conversation}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long answers are scrolled by keyboard too
        tabIndex={0}
        onScroll={look}
        onWheel={release}
        onTouchMove={release}
        onKeyDown={release}
      >
        {exchanges.map((exchange, index) => (
          <div key={exchange.id} className={index === exchanges.length - 1 ? 'sn-last' : undefined}>
            <Exchange exchange={exchange} assistant={assistant} isLast={index === exchanges.length - 1} />
            {index === exchanges.length - 1 ? <div ref={end} /> : null}
          </div>
        ))}
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
