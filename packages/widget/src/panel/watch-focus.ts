import type { PanelSeam } from '../page/panel-seam.ts'

/** A `ref` that gives the focus to what is new. It is one function for all renderings, or each would take the focus. */
export const focusNew = (element: HTMLElement | null): void => element?.focus()

/** Gives the focus to the page's text, which mostly cannot have it. */
function focusText(): void {
  const text = document.querySelector<HTMLElement>('main, [role="main"], article, h1')
  if (!text) return
  if (!text.hasAttribute('tabindex')) {
    text.tabIndex = -1
    text.addEventListener('blur', () => text.removeAttribute('tabindex'), { once: true })
  }
  text.focus({ preventScroll: true })
}

/** What has the focus may go away with the click that it was for; the browser would then forget where the reader was. */
function keepFocus({ frame, root }: PanelSeam, focusPanel: () => void, signal: AbortSignal): void {
  let holder: EventTarget | undefined
  const isGone = () => holder instanceof Element && !holder.isConnected
  frame.addEventListener('focusin', (event) => {
    ;[holder] = event.composedPath()
  })
  frame.addEventListener('focusout', () =>
    // It may be leaving the page this very moment, which the script that removes it has to end first. After a click elsewhere
    // no script runs, and a timer might come too late.
    queueMicrotask(() => {
      if (!isGone() && !root.activeElement) holder = undefined
    }),
  )
  const observer = new MutationObserver(() => {
    if (!isGone()) return
    holder = undefined
    if (root.activeElement || frame.inert || document.activeElement !== document.body) return
    // The text box would bring the on-screen keyboard along.
    if (matchMedia('(pointer: coarse)').matches) frame.focus({ preventScroll: true })
    else focusPanel()
  })
  observer.observe(frame, { childList: true, subtree: true })
  signal.addEventListener('abort', () => observer.disconnect())
}

/**
 * F6 leads from the page into the panel and back to where the reader was, as between the parts of a window; and the focus
 * stays in the panel when what had it goes away.
 * @param signal ends that
 */
export function watchFocus(seam: PanelSeam, focusPanel: () => void, signal: AbortSignal): void {
  const { host, frame } = seam
  let last: Element | null = null
  const onKey = (event: KeyboardEvent) => {
    const isAway = frame.inert || frame.role === 'dialog'
    if (event.key !== 'F6' || isAway || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return
    event.preventDefault()
    if (document.activeElement !== host) {
      last = document.activeElement
      focusPanel()
    } else if (last instanceof HTMLElement && last.isConnected && last !== document.body) last.focus()
    else focusText()
  }
  addEventListener('keydown', onKey, { signal, capture: true })
  keepFocus(seam, focusPanel, signal)
}
