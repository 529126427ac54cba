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
import type { ConversationView } from '../chat/conversation.ts'

const scrollBehavior = (): ScrollBehavior =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'

/** How far the end of the text is below the view, in px. */
const hiddenBelow = (view: HTMLElement, end: HTMLElement): number =>
  end.getBoundingClientRect().bottom - view.getBoundingClientRect().bottom

const scrollKeys = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' '])

/** A scroll this long after the reader's last touch, in ms, wasn't theirs. */
const touchTime = 1_000

/** Closer to the end than this, in px, the reader is at the end. */
const endTolerance = 24

/**
 * How far the reader had scrolled on the previous page: the distance in px between the last question and the top of the view.
 * Read once. It's stored with the question's id, so that it means nothing to another conversation.
 */
function recallScroll(key: string | undefined, questionId: string | undefined): number {
  try {
    const [id, above] = key ? JSON.parse(sessionStorage[key] ?? '[]') : []
    if (key) delete sessionStorage[key]
    return id === questionId && Number(above) ? Number(above) : 0
  } catch {
    return 0
  }
}

/** Stores how far the reader has scrolled, for the tab's next page. */
function useStoredScroll(view: RefObject<HTMLDivElement | null>, key: string | undefined, questionId?: string) {
  useEffect(() => {
    if (!key) return
    const store = () => {
      const last = view.current?.lastElementChild
      // A hidden view has no height.
      if (!view.current?.clientHeight || !(last instanceof HTMLElement)) return
      try {
        sessionStorage[key] = JSON.stringify([questionId, view.current.scrollTop - last.offsetTop])
      } catch {}
    }
    addEventListener('pagehide', store)
    return () => removeEventListener('pagehide', store)
  }, [view, key, questionId])
}

/** What the scrolling conversation consists of. */
interface ScrollView {
  readonly view: RefObject<HTMLDivElement | null>
  /** An empty element at the end of the last exchange. */
  readonly end: RefObject<HTMLDivElement | null>
  /** The `sessionStorage` key for the scroll position, if it may be stored. */
  readonly storageKey: string | undefined
}

/**
 * A new question goes to the top and its answer grows below it. From then on only the reader moves the view. Once they reach
 * the end of a text that is longer than the view, the view follows the text until they scroll up.
 * @returns whether there is more text below, `follow` to go to the end, and handlers for the view
 */
export function useScroll({ view, end, storageKey }: ScrollView, { exchanges, isBusy }: ConversationView) {
  useStoredScroll(view, storageKey, exchanges.at(-1)?.id)
  const [hasMore, setHasMore] = useState(false)
  const isFollowing = useRef(false)
  /** When the reader last touched what scrolls. Other movements are ours or the browser's. */
  const touchedAt = useRef(Number.NEGATIVE_INFINITY)
  const lastTop = useRef(0)
  const count = useRef(0)

  const update = useCallback(() => {
    if (view.current && end.current) setHasMore(hiddenBelow(view.current, end.current) > endTolerance)
  }, [view, end])

  const keepUp = useCallback(() => {
    if (isFollowing.current && view.current && end.current) {
      const hidden = hiddenBelow(view.current, end.current) + 16
      if (hidden > 0) view.current.scrollBy({ top: hidden })
    }
    update()
  }, [view, end, update])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new question moves the view
  useLayoutEffect(() => {
    if (!view.current) return
    const isFirst = count.current === 0
    const isNew = exchanges.length > count.current
    count.current = exchanges.length
    const last = view.current.lastElementChild
    if (!isNew || !(last instanceof HTMLElement)) return
    isFollowing.current = false
    touchedAt.current = Number.NEGATIVE_INFINITY
    const above = isFirst ? recallScroll(storageKey, exchanges.at(-1)?.id) : 0
    view.current.scrollTo({ top: last.offsetTop + above, behavior: isFirst ? 'auto' : scrollBehavior() })
  }, [view, exchanges.length])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another question has another end
  useEffect(() => {
    if (!view.current || !end.current?.parentElement) return
    // Text, images and code that grow move the end, whatever makes them grow.
    const observer = new ResizeObserver(keepUp)
    observer.observe(view.current)
    for (const part of end.current.parentElement.children) observer.observe(part)
    return () => observer.disconnect()
  }, [view, end, keepUp, exchanges.length])

  const onScroll = () => {
    if (!view.current || !end.current) return
    const { scrollTop } = view.current
    const distance = scrollTop - lastTop.current
    lastTop.current = scrollTop
    if (performance.now() - touchedAt.current < touchTime && distance !== 0) {
      // On the way down, nothing changes before the end is reached.
      if (distance < 0) isFollowing.current = false
      else if (hiddenBelow(view.current, end.current) <= endTolerance) isFollowing.current = true
    }
    update()
  }
  const touch = () => {
    touchedAt.current = performance.now()
  }
  const onWheel = (event: WheelEvent) => {
    touch()
    // Stop following before the view has moved, or the next word would move it back.
    if (event.deltaY < 0) isFollowing.current = false
  }
  const onKeyDown = ({ key, shiftKey }: KeyboardEvent) => {
    if (!scrollKeys.has(key)) return
    touch()
    if (key === 'End') isFollowing.current = true
    if (key.endsWith('Up') || key === 'Home' || (key === ' ' && shiftKey)) isFollowing.current = false
  }
  const follow = () => {
    if (!view.current || !end.current) return
    isFollowing.current = isBusy
    touchedAt.current = Number.NEGATIVE_INFINITY
    view.current.scrollBy({
      top: hiddenBelow(view.current, end.current) + 16,
      behavior: isBusy ? 'auto' : scrollBehavior(),
    })
  }
  // A click may open something, which must not scroll out of view.
  const onClick = () => {
    isFollowing.current = false
  }
  const handlers = { onScroll, onWheel, onKeyDown, onTouchMove: touch, onPointerDown: touch, onClick }
  return { hasMore, follow, handlers }
}
