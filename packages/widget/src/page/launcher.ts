import { type Language, launcherText } from '../locales/launcher-texts.ts'
import type { WidgetOptions } from '../options.ts'
import { element, mark } from './element.ts'
import { listen, type Place, sideOf } from './place.ts'
import { shortcutLabel, usualShortcut } from './shortcut.ts'

export interface Launcher {
  readonly button: HTMLElement
  /** While the panel is open there is nothing to launch. */
  shown(open: boolean): void
  remove(): void
}

/** The bar gives way to what stands at the end of a page, this many px before it comes into view. */
const spaceAboveFooter = 224

/** A bar would stand in the way of a page's first view and of its footer. */
function isInTheWay(): boolean {
  const canScroll = document.documentElement.scrollHeight > innerHeight + spaceAboveFooter
  const footer = [...document.querySelectorAll('footer')].at(-1)
  const distance = footer ? footer.getBoundingClientRect().top - innerHeight : Infinity
  return canScroll && (scrollY < 8 || distance < spaceAboveFooter)
}

const isDialogOpen = (): boolean =>
  [...document.querySelectorAll('dialog[open], [aria-modal="true"]')].some((dialog) => dialog.checkVisibility())

/** Hides the button where it would disturb. */
function giveWay(place: Place, button: HTMLElement, isBar: boolean): void {
  let last = scrollY
  let isBehind = false
  let isLeft = false
  const apply = () => button.toggleAttribute('data-away', isBehind || isLeft)
  const look = () => {
    const moved = scrollY - last
    if (innerWidth > 639) isLeft = isBar && isInTheWay()
    // On a phone it goes while the reader reads on, and comes back when they turn back.
    else if (Math.abs(moved) > 12) isLeft = moved > 0 && scrollY > 80
    else return
    last = scrollY
    apply()
  }
  listen(place, document, 'scroll', look)
  listen(place, window, 'resize', look)
  // A dialog takes the focus when it opens and gives it back when it closes.
  listen(place, document, 'focusin focusout', () =>
    setTimeout(() => {
      isBehind = isDialogOpen()
      apply()
    }),
  )
  look()
}

/** The button, or the bar, at the foot of the page; where the panel is inline, a bar in its place. */
export function createLauncher(from: Place, options: WidgetOptions, language: Language, onOpen: () => void): Launcher {
  const { launcher, shortcut = usualShortcut, placeholder, variant } = options
  const ending = new AbortController()
  from.signal.addEventListener('abort', () => ending.abort())
  const place = { ...from, signal: ending.signal }
  const { root, onIntent } = place
  const isInline = variant === 'inline'
  const isBar = isInline || launcher === 'bar'
  // A bar of another language is a button to its readers: its own sentence is not worth its weight on every page.
  const label = (isBar && (placeholder ?? (language === 'en' && 'Ask a question…'))) || launcherText(language)
  const button = element(
    'button',
    { class: `sn-launcher sn-${isBar ? 'bar' : 'pill'}`, 'aria-label': label, 'data-side': sideOf(options) },
    mark(),
    element('span', { class: 'sn-label' }, label),
  )
  if (shortcut !== 'none') button.append(element('kbd', { 'data-keys': shortcutLabel(shortcut) }))
  listen(place, button, 'pointerenter focus', onIntent)
  listen(place, button, 'click', onOpen)
  root.append(button)
  if (!isInline) giveWay(place, button, isBar)
  return {
    button,
    shown(open) {
      button.toggleAttribute('data-open', open)
      button.setAttribute('aria-expanded', String(open))
    },
    remove() {
      ending.abort()
      button.remove()
    },
  }
}
