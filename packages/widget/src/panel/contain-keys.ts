import type { PanelSeam } from '../page/panel-seam.ts'

const carried = [
  ...['bubbles', 'cancelable', 'view', 'detail', 'relatedTarget', 'key', 'code', 'location', 'repeat', 'isComposing'],
  ...['ctrlKey', 'shiftKey', 'altKey', 'metaKey', 'keyCode', 'charCode'],
] as const

/** The same event once more, which does not leave our shadow root. */
function twin(event: KeyboardEvent | FocusEvent): Event {
  const init: Record<string, unknown> = {}
  for (const name of carried) if (name in event) init[name] = event[name as keyof typeof event]
  return event instanceof KeyboardEvent ? new KeyboardEvent(event.type, init) : new FocusEvent(event.type, init)
}

/**
 * Keeps what readers type in the panel from the page: its hot-keys see our element as the target, not the text box in it, and
 * would fire; its focus traps would take the caret away. The event ends before it reaches the document, also on its way
 * down, and a twin of it is sent inside the panel. Only what listens on the window, and did so before us, hears it.
 * @param signal ends that
 */
export function keepKeys({ frame, slot }: PanelSeam, signal: AbortSignal): void {
  const onEvent = (event: Event) => {
    const [target] = event.composedPath()
    // The twin is not composed: the window never sees it.
    if (!(event instanceof KeyboardEvent || event instanceof FocusEvent)) return
    if (!(target instanceof Node) || !frame.contains(target)) return
    event.stopImmediatePropagation()
    const sent = twin(event)
    // A click between the words gives the focus to the frame; what listens stands inside.
    const inside = target === frame ? slot.firstElementChild : target
    inside?.dispatchEvent(sent)
    if (sent.defaultPrevented) event.preventDefault()
  }
  for (const name of ['keydown', 'keypress', 'keyup', 'focusin', 'focusout'])
    addEventListener(name, onEvent, { capture: true, signal })
}
