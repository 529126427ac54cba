import { isEditable, listen, type Place } from './surface.ts'

/** What the keys mean. */
export interface Keys {
  /** @returns what there is to do for these keys, written as the option `shortcut` writes them */
  does(keys: string): (() => void) | false | undefined
  /** Escape with the focus on the page itself, or where the panel is not yet; inside the panel the panel decides. */
  escape(): void
}

export const usualShortcut = 'mod+i'

const isApple = () => /Mac|iP/.test(navigator.platform)

/** How the keys are written on the reader's keyboard. @example '⌘I', 'Ctrl I' */
export function shortcutLabel(shortcut: string): string {
  const signs: Readonly<Record<string, string>> = { mod: '⌘', ctrl: '⌃', alt: '⌥', shift: '⇧' }
  return isApple()
    ? shortcut.replace(/(\w+)\+/g, (_, key) => signs[key] ?? key).toUpperCase()
    : shortcut.replace('mod', 'ctrl').replaceAll('+', ' ')
}

/** The keys that are pressed, written like the option. */
function pressed({ key, code, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): string {
  // On keyboards of other scripts the letter is where it would be on a Latin one.
  const letter = /^[a-z0-9./]$/i.test(key) ? key : code.slice(-1)
  const isMod = isApple() ? metaKey : ctrlKey
  const isOther = isApple() ? ctrlKey : metaKey
  return (
    (isMod ? 'mod+' : '') +
    (isOther ? 'ctrl+' : '') +
    (altKey ? 'alt+' : '') +
    (shiftKey ? 'shift+' : '') +
    letter.toLowerCase()
  )
}

/** Listens first, on the window: pages stop keys from travelling. */
export function watchKeys(place: Place, keys: Keys): void {
  listen(place, 'keydown keypress keyup', (event) => {
    if (!(event instanceof KeyboardEvent)) return
    const target = event.composedPath()[0]
    const isInside = event.composedPath().includes(place.host)
    // What is written in the frame is none of the page's hot-keys.
    if (isInside) event.stopPropagation()
    if (event.type !== 'keydown') return
    const named = pressed(event)
    // Without a modifier it would be a letter that the reader writes.
    const act = named.includes('+') && keys.does(named)
    if (act) {
      // In an editor of the page the same keys make text italic.
      if (!isInside && target instanceof HTMLElement && target.isContentEditable) return
      event.preventDefault()
      event.stopPropagation()
      act()
    } else if (event.key === 'Escape' && target instanceof Element) {
      const isOurs = isInside
        ? place.root.querySelector('.sn-skeleton')
        : !isEditable(target) && !target.closest('dialog, [role=dialog]')
      if (isOurs) keys.escape()
    }
  })
}
