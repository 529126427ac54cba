import { boxText, type Language, launcherText } from '../locales/launcher-texts.ts'
import { element, mark } from './element.ts'
import type { WidgetOptions } from './options.ts'
import { defaultShortcut, shortcutLabel } from './shortcut.ts'
import { createButton, listen, type Surface } from './surface.ts'

/** The button, or bar, that opens the panel. */
export interface Launcher {
  readonly button: HTMLElement
  /** The panel was opened or closed. While it's open, the launcher hides. */
  shown(open: boolean): void
  /** Applies the options that change the launcher's shape and text, or removes it. */
  shape(options: WidgetOptions, language: Language): void
}

/** The bar hides this many px before the page's footer comes into view. */
const spaceAboveFooter = 224

/** A bar would cover a page's first view and its footer. */
function isInTheWay(): boolean {
  const canScroll = document.documentElement.scrollHeight - innerHeight > spaceAboveFooter
  const footer = [...document.querySelectorAll('footer')].at(-1)
  const distance = (footer?.getBoundingClientRect().top ?? Infinity) - innerHeight
  return canScroll && (scrollY < 8 || distance < spaceAboveFooter)
}

const isDialogOpen = (): boolean =>
  [...document.querySelectorAll('dialog[open], [aria-modal=true]')].some((dialog) => dialog.checkVisibility())

/**
 * How far what the page has in the button's place, such as a way back to the top, a chat or a bar about cookies, reaches up
 * from the lower edge, in px.
 */
function heightBelow(button: HTMLElement): number {
  const { left, right } = button.getBoundingClientRect()
  const points = [left + 9, (left + right) / 2, right - 9]
  const others = points.flatMap((x) => [24, 56].flatMap((y) => document.elementsFromPoint(x, innerHeight - y)))
  const heights = others.map((other) => {
    let fixed: Element | null = other
    while (fixed && getComputedStyle(fixed).position !== 'fixed') fixed = fixed.parentElement
    const boxes = [fixed, fixed && other.closest('button, a, iframe')]
    // What reaches into the upper half is the page itself.
    return (
      boxes
        .map((box) => box && innerHeight - box.getBoundingClientRect().top)
        .find((height) => !height || height < innerHeight / 2) || 0
    )
  })
  return Math.max(...heights, 0)
}

/** Whether a conversation of this site is stored. A browser may forbid the question. */
function hasConversation(domain: string): boolean | undefined {
  try {
    return Object.keys(localStorage).join().includes(`sidenote:${domain}`)
  } catch {
    return undefined
  }
}

/** Adds the launcher. With an inline panel it's a bar in the panel's place. */
export function createLauncher(surface: Surface, onOpen: () => void): Launcher {
  const button = createButton(surface, onOpen)
  let isInline = false
  let isBar = false
  // Not read before it's needed: that would force a layout while the page loads.
  let lastScroll = 0
  let isBehindDialog = false
  let isAway = false
  const apply = () => button.toggleAttribute('data-away', !isInline && (isBehindDialog || isAway))
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Goes above the page's own controls, which come and go with scrolling, once they have come. */
  const stepAside = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const height = !isInline && button.isConnected && heightBelow(button)
      button.style.bottom = height ? `${height + 12}px` : ''
    }, 400)
  }
  const onScroll = () => {
    stepAside()
    const distance = scrollY - lastScroll
    if (innerWidth > 639) isAway = isBar && isInTheWay()
    // On a phone it hides while the reader scrolls down, and returns when they scroll up.
    else if (Math.abs(distance) > 12) isAway = distance > 0 && scrollY > 80
    else return
    lastScroll = scrollY
    apply()
  }
  listen(surface, 'scroll resize', onScroll)
  // What comes later comes with something that is loaded. The window doesn't hear of that.
  document.addEventListener('load', stepAside, { capture: true, signal: surface.signal })
  // A dialog takes the focus when it opens and gives it back when it closes.
  listen(surface, 'focusin focusout', () =>
    setTimeout(() => {
      isBehindDialog = isDialogOpen()
      apply()
    }),
  )
  return {
    button,
    shown(open) {
      button.toggleAttribute('data-open', open)
      if (open) button.dataset.used = ''
      button.ariaExpanded = `${open}`
    },
    shape(options, language) {
      const { trigger, launcher = trigger ? 'none' : 'button', shortcut = defaultShortcut } = options
      isInline = options.variant === 'inline'
      isBar = isInline || launcher === 'bar'
      if (launcher === 'none' && !isInline) return button.remove()
      const label = isBar ? boxText(options.placeholder, language) : launcherText(language)
      button.className = `sn-launcher${isBar ? ' sn-bar' : ''}`
      button.ariaLabel = label
      if (hasConversation(options.domain)) button.dataset.used = ''
      button.replaceChildren(
        mark(),
        element('span', {}, label),
        shortcut === 'none' ? '' : element('kbd', { 'data-keys': shortcutLabel(shortcut) }),
      )
      // Moved, it would lose the focus.
      if (!button.isConnected) surface.root.append(button)
      isAway = isBar && innerWidth > 639 && isInTheWay()
      apply()
      stepAside()
    },
  }
}
