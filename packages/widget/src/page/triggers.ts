import { find } from './element.ts'
import { listen, type Surface } from './surface.ts'

/**
 * Watches elements of the page that ask (`data-ask="How do I start?"`) or only open the panel (`data-ask-open` and the
 * option `trigger`). Listens on the window, so that triggers that arrive later work too.
 * @param selector the option `trigger`: a selector of further elements that open the panel
 * @param onAsk called without a question if the trigger only opens the panel
 */
export function watchTriggers(
  surface: Surface,
  selector: () => string | undefined,
  onAsk: (question: string | undefined) => void,
): void {
  listen(surface, 'click pointerover focusin', (event) => {
    const { target } = event
    if (!(target instanceof Element)) return
    const trigger = find('[data-ask], [data-ask-open]', target) ?? find(selector() || 'none', target)
    if (!trigger) return
    if (event.type !== 'click') return surface.onIntent()
    event.preventDefault()
    onAsk(trigger.dataset.ask)
  })
}
