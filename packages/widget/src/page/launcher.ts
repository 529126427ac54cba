import type { WidgetOptions } from '../options.ts'
import { element, mark } from './element.ts'
import { listen, type Place } from './place.ts'

export interface Launcher {
  readonly button: HTMLElement
  /** While the panel is open there is nothing to launch. */
  shown(open: boolean): void
}

const isApple = /Mac|iP/.test(navigator.platform)

/** The button, or the bar, at the foot of the page. */
export function createLauncher(place: Place, { launcher, side }: WidgetOptions, onOpen: () => void): Launcher {
  const { root, texts, onIntent } = place
  const isBar = launcher === 'bar'
  const label = isBar ? texts.placeholder : texts.askAssistant
  const button = element(
    'button',
    { class: `sn-launcher sn-${isBar ? 'bar' : 'pill'}`, 'aria-label': label, 'data-side': side },
    mark(),
    element('span', { class: 'sn-label' }, label),
    element('kbd', { 'data-keys': isApple ? '⌘I' : 'Ctrl I' }),
  )
  listen(place, button, 'pointerenter focus', onIntent)
  listen(place, button, 'click', onOpen)
  root.append(button)

  // On a phone it gives way while the reader reads on, and comes back when they turn back.
  let last = scrollY
  listen(place, document, 'scroll', () => {
    const moved = scrollY - last
    if (Math.abs(moved) < 12) return
    button.toggleAttribute('data-away', moved > 0 && scrollY > 80)
    last = scrollY
  })
  return {
    button,
    shown(open) {
      button.toggleAttribute('data-open', open)
      button.setAttribute('aria-expanded', String(open))
    },
  }
}
