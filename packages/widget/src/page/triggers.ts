import { find } from './element.ts'
import { listen, type Place } from './surface.ts'

/**
 * Elements of the page that ask: `data-ask="How do I start?"` asks, `data-ask-open` and those of the option `trigger` only
 * open. Listens on the document, so that triggers that arrive later work too.
 */
export function watchTriggers(
  place: Place,
  own: () => string | undefined,
  onAsk: (question: string | undefined) => void,
): void {
  listen(place, 'click pointerover focusin', (event) => {
    const { target } = event
    if (!(target instanceof Element)) return
    const trigger = find('[data-ask], [data-ask-open]', target) ?? find(own() || 'none', target)
    if (!trigger) return
    if (event.type !== 'click') return place.onIntent()
    event.preventDefault()
    onAsk(trigger.dataset.ask)
  })
}
