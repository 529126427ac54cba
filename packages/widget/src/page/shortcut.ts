import { letterOf } from './letter-of.ts'
import { isEditable } from './passage.ts'
import { listen, type Surface } from './surface.ts'

/** What keys do. */
export interface KeyActions {
  /** The action for these keys, if they have one. @param keys written as in the option `shortcut` */
  actionOf(keys: string): (() => void) | false | undefined
  /** Escape with the focus on the page, or in the frame before the panel has loaded. After that the panel handles it. */
  escape(): void
}

/** The shortcut that opens the panel unless the option `shortcut` says otherwise. */
export const defaultShortcut = 'mod+i'

const isApple = () => /Mac|iP/.test(navigator.platform)

/** A shortcut as the reader's keyboard shows it. @example '⌘I', 'Ctrl I' */
export function shortcutLabel(shortcut: string): string {
  const signs: Readonly<Record<string, string>> = { mod: '⌘', ctrl: '⌃', alt: '⌥', shift: '⇧' }
  const keys = shortcut.split('+')
  return isApple()
    ? keys
        .map((key) => signs[key] ?? key)
        .join('')
        .toUpperCase()
    : shortcut.replace('mod', 'ctrl').replaceAll('+', ' ')
}

/** The pressed keys, written as in the option `shortcut`. */
function keysOf(event: KeyboardEvent): string {
  const { metaKey, ctrlKey, altKey, shiftKey } = event
  const [isMod, isOther] = isApple() ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  return (
    (isMod ? 'mod+' : '') +
    (isOther ? 'ctrl+' : '') +
    (altKey ? 'alt+' : '') +
    (shiftKey ? 'shift+' : '') +
    letterOf(event)
  )
}

/** Watches keys on the window, before the page, which may stop them. */
export function watchKeys(surface: Surface, actions: KeyActions): void {
  listen(surface, 'keydown keypress keyup', (event) => {
    if (!(event instanceof KeyboardEvent)) return
    const target = event.composedPath()[0]
    const isInside = event.composedPath().includes(surface.host)
    // Typing in the frame must not trigger the page's hot-keys.
    if (isInside) event.stopPropagation()
    if (event.type !== 'keydown' || event.isComposing || !(target instanceof Element)) return
    // Escape is that of the page's text boxes. In those of several lines the shortcut may make text italic.
    if (!isInside && isEditable(target) && (event.key === 'Escape' || !target.matches('input'))) return
    const keys = keysOf(event)
    // Without a modifier it would be a letter that the reader types.
    const act = keys.includes('+') && actions.actionOf(keys)
    if (act) {
      event.preventDefault()
      event.stopPropagation()
      act()
    } else if (event.key === 'Escape') {
      const isOurs = isInside ? surface.root.querySelector('.sn-early') : !target.closest('dialog, [role=dialog]')
      if (isOurs) actions.escape()
    }
  })
}
