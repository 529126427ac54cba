import { boxText, type Language, launcherText } from '../locales/launcher-texts.ts'
import { element, mark } from './element.ts'
import type { WidgetOptions } from './options.ts'
import { createButton, listen, type Place, sideOf } from './surface.ts'
import { shortcutLabel, usualShortcut } from './shortcut.ts'

export interface Launcher {
  readonly button: HTMLElement
  /** While the panel is open there is nothing to launch. */
  shown(open: boolean): void
  /** Gives the launcher the shape and the words that the options want, or takes it off the page. */
  shape(options: WidgetOptions, language: Language): void
}

/** The bar gives way to what stands at the end of a page, this many px before it comes into view. */
const spaceAboveFooter = 224

/** A bar would stand in the way of a page's first view and of its footer. */
function isInTheWay(): boolean {
  const canScroll = document.documentElement.scrollHeight - innerHeight > spaceAboveFooter
  const footer = [...document.querySelectorAll('footer')].at(-1)
  const distance = (footer?.getBoundingClientRect().top ?? Infinity) - innerHeight
  return canScroll && (scrollY < 8 || distance < spaceAboveFooter)
}

const isDialogOpen = (): boolean =>
  [...document.querySelectorAll('dialog[open], [aria-modal=true]')].some((dialog) => dialog.checkVisibility())

/** The button, or the bar, at the foot of the page; where the panel is inline, a bar in its place. */
export function createLauncher(place: Place, onOpen: () => void): Launcher {
  const button = createButton(place, {}, '', onOpen)
  let isInline = false
  let isBar = false
  // Not read before there is a need: it would make the browser lay the page out while it loads.
  let last = 0
  let isBehind = false
  let isLeft = false
  // It hides where it would disturb.
  const apply = () => button.toggleAttribute('data-away', !isInline && (isBehind || isLeft))
  const look = () => {
    const moved = scrollY - last
    if (innerWidth > 639) isLeft = isBar && isInTheWay()
    // On a phone it goes while the reader reads on, and comes back when they turn back.
    else if (Math.abs(moved) > 12) isLeft = moved > 0 && scrollY > 80
    else return
    last = scrollY
    apply()
  }
  listen(place, 'scroll resize', look)
  // A dialog takes the focus when it opens and gives it back when it closes.
  listen(place, 'focusin focusout', () =>
    setTimeout(() => {
      isBehind = isDialogOpen()
      apply()
    }),
  )
  return {
    button,
    shown(open) {
      button.toggleAttribute('data-open', open)
      button.ariaExpanded = `${open}`
    },
    shape(options, language) {
      const { trigger, launcher = trigger ? 'none' : 'button', shortcut = usualShortcut } = options
      isInline = options.variant === 'inline'
      isBar = isInline || launcher === 'bar'
      if (launcher === 'none' && !isInline) return button.remove()
      const label = isBar ? boxText(options, language) : launcherText(language)
      button.className = `sn-launcher${isBar ? ' sn-bar' : ''}`
      button.ariaLabel = label
      button.dataset.side = sideOf(options)
      button.replaceChildren(
        mark(),
        element('span', { class: 'sn-label' }, label),
        shortcut === 'none' ? '' : element('kbd', { 'data-keys': shortcutLabel(shortcut) }),
      )
      place.root.append(button)
      isLeft = isBar && innerWidth > 639 && isInTheWay()
      apply()
    },
  }
}
