import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type WheelEvent,
} from 'react'
import type { Assistant } from '../chat/assistant.ts'
import { useTexts } from '../locales/use-texts.ts'
import { Exchange } from '../parts/exchange.tsx'
import { icons } from '../parts/icons.tsx'
import { useShown } from '../parts/exchange-assistant.ts'
import { Ending } from './conversation-actions.tsx'

const prefersStill = (): ScrollBehavior => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth')

/** How far the end of the text is below what is seen, in px. */
const hiddenBelow = (view: HTMLElement, end: HTMLElement): number =>
  end.getBoundingClientRect().bottom - view.getBoundingClientRect().bottom

/** Keys that scroll. */
const scrollKeys = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' '])

/**
 * How far it was read on the page before, as how far the last question was above what was seen; looked up once. Named by the
 * question, it means nothing to another conversation.
 */
function recallPlace(mark: string | undefined, question: string | undefined): number {
  try {
    const [asked, above] = mark ? JSON.parse(sessionStorage[mark] ?? '[]') : []
    if (mark) delete sessionStorage[mark]
    return asked === question && Number(above) ? Number(above) : 0
  } catch {
    return 0
  }
}

/** Keeps for the tab's next page how far it was read. */
function useKeptPlace(view: RefObject<HTMLDivElement | null>, mark: string | undefined, question: string | undefined) {
  useEffect(() => {
    if (!mark) return
    const keep = () => {
      const last = view.current?.lastElementChild
      // What is not shown knows of no place.
      if (!view.current?.clientHeight || !(last instanceof HTMLElement)) return
      try {
        sessionStorage[mark] = JSON.stringify([question, view.current.scrollTop - last.offsetTop])
      } catch {}
    }
    addEventListener('pagehide', keep)
    return () => removeEventListener('pagehide', keep)
  }, [view, mark, question])
}

/**
 * A new question goes to the top and its answer grows below it. From then on the view moves only when the reader moves
 * it; once they stand at the end of a text that is longer than the view, it follows the text until they scroll up.
 */
function useReading(
  view: RefObject<HTMLDivElement | null>,
  end: RefObject<HTMLDivElement | null>,
  assistant: Assistant,
  placeMark: string | undefined,
) {
  const { exchanges, isBusy } = assistant
  useKeptPlace(view, placeMark, exchanges.at(-1)?.id)
  const [hasMore, setHasMore] = useState(false)
  const isFollowing = useRef(false)
  /** When the reader last touched what scrolls: what moves without it was moved by us or by the browser. */
  const touchedAt = useRef(Number.NEGATIVE_INFINITY)
  const lastTop = useRef(0)
  const count = useRef(0)

  const look = useCallback(() => {
    if (view.current && end.current) setHasMore(hiddenBelow(view.current, end.current) > 24)
  }, [view, end])

  const keepUp = useCallback(() => {
    if (isFollowing.current && view.current && end.current) {
      const hidden = hiddenBelow(view.current, end.current) + 16
      if (hidden > 0) view.current.scrollBy({ top: hidden })
    }
    look()
  }, [view, end, look])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a further question moves the view
  useLayoutEffect(() => {
    if (!view.current) return
    const isFirst = count.current === 0
    const isNew = exchanges.length > count.current
    count.current = exchanges.length
    const last = view.current.lastElementChild
    if (!isNew || !(last instanceof HTMLElement)) return
    isFollowing.current = false
    touchedAt.current = Number.NEGATIVE_INFINITY
    const above = isFirst ? recallPlace(placeMark, exchanges.at(-1)?.id) : 0
    view.current.scrollTo({ top: last.offsetTop + above, behavior: isFirst ? 'auto' : prefersStill() })
  }, [view, exchanges.length])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another question has another end
  useEffect(() => {
    if (!view.current || !end.current?.parentElement) return
    // Text, images and code that grow push the end away, whatever made them grow.
    const observer = new ResizeObserver(keepUp)
    observer.observe(view.current)
    for (const grown of end.current.parentElement.children) observer.observe(grown)
    return () => observer.disconnect()
  }, [view, end, keepUp, exchanges.length])

  const onScroll = () => {
    if (!view.current || !end.current) return
    const { scrollTop } = view.current
    const moved = scrollTop - lastTop.current
    lastTop.current = scrollTop
    if (performance.now() - touchedAt.current < 1_000 && moved !== 0) {
      // On the way down to the end nothing is decided before it is reached.
      if (moved < 0) isFollowing.current = false
      else if (hiddenBelow(view.current, end.current) <= 24) isFollowing.current = true
    }
    look()
  }
  const touch = () => {
    touchedAt.current = performance.now()
  }
  const onWheel = (event: WheelEvent) => {
    touch()
    // A wheel that turns up is answered before the view has moved, or the next word would win.
    if (event.deltaY < 0) isFollowing.current = false
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!scrollKeys.has(event.key)) return
    touch()
    if (event.key === 'End') isFollowing.current = true
    if (/Up|Home/.test(event.key) || (event.key === ' ' && event.shiftKey)) isFollowing.current = false
  }
  const follow = () => {
    if (!view.current || !end.current) return
    isFollowing.current = isBusy
    touchedAt.current = Number.NEGATIVE_INFINITY
    view.current.scrollBy({
      top: hiddenBelow(view.current, end.current) + 16,
      behavior: isBusy ? 'auto' : prefersStill(),
    })
  }
  // What a press opens is not to be followed past.
  const onClick = () => {
    isFollowing.current = false
  }
  return { hasMore, follow, watch: { onScroll, onWheel, onKeyDown, onTouchMove: touch, onPointerDown: touch, onClick } }
}

/** All questions and answers so far. @param placeMark where it is kept how far they were read; nothing when nothing may be */
export function Conversation({ assistant, placeMark }: { assistant: Assistant; placeMark?: string | undefined }) {
  const texts = useTexts()
  const view = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const { hasMore, follow, watch } = useReading(view, end, assistant, placeMark)
  const shown = useShown(assistant)
  const { exchanges, isBusy } = assistant
  const last = exchanges.at(-1)
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
        {...watch}
      >
        {exchanges.map((exchange) => {
          const isLast = exchange === last
          return (
            <div key={exchange.id}>
              <Exchange exchange={exchange} assistant={shown} isLast={isLast} isLong={isLast && exchanges.length > 1} />
              {isLast ? <div ref={end} /> : null}
              {isLast && !isBusy ? <Ending assistant={assistant} /> : null}
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
