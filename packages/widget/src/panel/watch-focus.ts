import type { PanelSeam } from '../page/panel-seam.ts'

/** A `ref` that focuses a new element. It's the same function in all renderings, or each would take the focus. */
export const focusNew = (element: HTMLElement | null): void => element?.focus()

/** Focuses the page's text, which usually isn't focusable. */
function focusText(): void {
  const text = document.querySelector<HTMLElement>('main, [role="main"], article, h1')
  if (!text) return
  if (!text.hasAttribute('tabindex')) {
    text.tabIndex = -1
    text.addEventListener('blur', () => text.removeAttribute('tabindex'), { once: true })
  }
  text.focus({ preventScroll: true })
}

/** Keeps the focus in the panel when the focused element is removed, for example by the click on it. */
function keepFocus({ frame, root }: PanelSeam, focusPanel: () => void, signal: AbortSignal): void {
  let focused: EventTarget | undefined
  const isGone = () => focused instanceof Element && !focused.isConnected
  frame.addEventListener('focusin', (event) => {
    ;[focused] = event.composedPath()
  })
  frame.addEventListener('focusout', () =>
    // The element may be about to be removed by the running script, so wait for its end. A timer might come too late.
    queueMicrotask(() => {
      if (!isGone() && !root.activeElement) focused = undefined
    }),
  )
  const observer = new MutationObserver(() => {
    if (!isGone()) return
    focused = undefined
    if (root.activeElement || frame.inert || document.activeElement !== document.body) return
    // On touch screens, focusing the text box would open the keyboard.
    if (matchMedia('(pointer: coarse)').matches) frame.focus({ preventScroll: true })
    else focusPanel()
  })
  observer.observe(frame, { childList: true, subtree: true })
  signal.addEventListener('abort', () => observer.disconnect())
}

/**
 * F6 moves the focus from the page into the panel and back to where it was, as between the panes of a window. The focus also
 * stays in the panel when the focused element is removed.
 * @param signal ends it
 */
export function watchFocus(seam: PanelSeam, focusPanel: () => void, signal: AbortSignal): void {
  const { host, frame } = seam
  let lastInPage: Element | null = null
  const onKey = (event: KeyboardEvent) => {
    const isUnavailable = frame.inert || frame.role === 'dialog'
    if (event.key !== 'F6' || isUnavailable || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return
    event.preventDefault()
    if (document.activeElement !== host) {
      lastInPage = document.activeElement
      focusPanel()
    } else if (lastInPage instanceof HTMLElement && lastInPage.isConnected && lastInPage !== document.body)
      lastInPage.focus()
    else focusText()
  }
  addEventListener('keydown', onKey, { signal, capture: true })
  keepFocus(seam, focusPanel, signal)
}
