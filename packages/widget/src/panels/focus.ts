import type { PanelSeam } from '../panel-seam.ts'

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

/**
 * F6 leads from the page into the panel and back to where the reader was, as between the parts of a window.
 * @returns what ends that
 */
export function watchFocus({ host, frame }: PanelSeam, focusPanel: () => void): () => void {
  const ending = new AbortController()
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
  addEventListener('keydown', onKey, { signal: ending.signal, capture: true })
  return () => ending.abort()
}
