import type { PanelSeam } from '../page/panel-seam.ts'

const copiedFields = (
  'bubbles cancelable view detail relatedTarget key code location repeat isComposing ' +
  'ctrlKey shiftKey altKey metaKey keyCode charCode'
).split(' ')

/** A copy of an event that doesn't leave our shadow root, since it isn't composed. */
function copyOf(event: KeyboardEvent | FocusEvent): Event {
  const init: Record<string, unknown> = {}
  for (const name of copiedFields) if (name in event) init[name] = event[name as keyof typeof event]
  return event instanceof KeyboardEvent ? new KeyboardEvent(event.type, init) : new FocusEvent(event.type, init)
}

/**
 * Keeps typing in the panel from the page. The page's hot-keys would fire, since they see our element as the target instead of
 * the text box in it; its focus traps would take the caret away. So each event is stopped before it reaches the document, and a
 * copy is dispatched inside the panel. Only listeners on the window that were added before ours still hear it.
 * @param signal ends it
 */
export function containKeys({ frame, slot }: PanelSeam, signal: AbortSignal): void {
  const onEvent = (event: Event) => {
    const [target] = event.composedPath()
    if (!(event instanceof KeyboardEvent || event instanceof FocusEvent)) return
    if (!(target instanceof Node) || !frame.contains(target)) return
    event.stopImmediatePropagation()
    const copy = copyOf(event)
    // A click between words focuses the frame, but the panel's listeners are inside the slot.
    const inside = target === frame ? slot.firstElementChild : target
    inside?.dispatchEvent(copy)
    if (copy.defaultPrevented) event.preventDefault()
  }
  for (const name of ['keydown', 'keypress', 'keyup', 'focusin', 'focusout'])
    addEventListener(name, onEvent, { capture: true, signal })
}
