import { closest } from './element.ts'
import { listen, type Place } from './place.ts'

/**
 * Elements of the page that ask: `data-ask="How do I start?"` asks, `data-ask-open` and those of the option `trigger` only
 * open. Listens on the document, so that triggers that arrive later work too.
 */
export function watchTriggers(
  place: Place,
  own: () => string | undefined,
  onAsk: (question: string | undefined) => void,
): void {
  listen(place, document, 'click pointerover focusin', (event) => {
    const { target } = event
    if (!(target instanceof Element)) return
    const trigger = closest(target, '[data-ask], [data-ask-open]') ?? closest(target, own() || 'none')
    if (!trigger) return
    if (event.type !== 'click') return place.onIntent()
    event.preventDefault()
    onAsk(trigger.dataset.ask)
  })
}
