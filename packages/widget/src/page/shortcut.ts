import { isEditable, listen, type Place } from './place.ts'

/** What the keys mean. */
export interface Keys {
  /** Cmd/Ctrl+I. */
  toggle(): void
  /** Escape with the focus on the page itself; inside the panel the panel decides. */
  escape(): void
}

/** Listens first, on the window: pages stop keys from travelling. */
export function watchKeys(place: Place, keys: Keys): void {
  listen(place, window, 'keydown', (event) => {
    if (!(event instanceof KeyboardEvent)) return
    const target = event.composedPath()[0]
    const isInside = event.composedPath().includes(place.host)
    if ((event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey && event.code === 'KeyI') {
      // In an editor of the page the same keys make text italic.
      if (!isInside && target instanceof HTMLElement && target.isContentEditable) return
      event.preventDefault()
      event.stopPropagation()
      keys.toggle()
    } else if (event.key === 'Escape' && !isInside && target instanceof Element) {
      if (!isEditable(target) && !target.closest('dialog, [role="dialog"]')) keys.escape()
    }
  })
}
