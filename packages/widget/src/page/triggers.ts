import { listen, type Place } from './place.ts'

/**
 * Elements of the page that ask: `data-ask="How do I start?"` asks, `data-ask-open` only opens. Listens on the document,
 * so that triggers that arrive later work too.
 */
export function watchTriggers(place: Place, onAsk: (question: string | undefined) => void): void {
  listen(place, document, 'click pointerover focusin', (event) => {
    const { target } = event
    const trigger = target instanceof Element && target.closest<HTMLElement>('[data-ask], [data-ask-open]')
    if (!trigger) return
    if (event.type !== 'click') return place.onIntent()
    event.preventDefault()
    onAsk(trigger.dataset.ask)
  })
}
