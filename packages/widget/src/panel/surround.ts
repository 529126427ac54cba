import type { WidgetOptions } from '../page/options.ts'
import type { PanelSeam } from '../page/panel-seam.ts'
import { containKeys } from './contain-keys.ts'
import { coverPage } from './cover-page.ts'
import { followColours } from './follow-colours.ts'
import { pushPage } from './push-page.ts'
import { routeLinks } from './route-links.ts'
import { watchFocus } from './watch-focus.ts'
import { watchHeight } from './watch-height.ts'

/** What the surroundings need from the panel. */
interface Surroundings {
  options(): WidgetOptions
  focus(): void
  /** Ends everything. */
  readonly signal: AbortSignal
}

/**
 * Starts everything that the panel does to the page around it: colours, focus, keys, links, and making room.
 * @returns `update`, to call when the frame or the options have changed
 */
export function surround(seam: PanelSeam, { options, focus, signal }: Surroundings): () => void {
  const { host, frame } = seam
  // First, since it measures, and colours would change what is measured.
  watchHeight(seam, signal)
  const applyColours = followColours(seam, options, signal)
  const cover = coverPage(seam, signal)
  const push = pushPage(seam, signal)
  watchFocus(seam, focus, signal)
  routeLinks(seam)
  // Last, so that our own key listeners on the window come first.
  containKeys(seam, signal)
  return () => {
    const { radius } = options()
    const isModal = frame.dataset.variant === 'modal'
    frame.role = isModal ? 'dialog' : 'complementary'
    // Only dialogs may have it.
    frame.ariaModal = isModal ? 'true' : null
    host.style.setProperty('--sn-radius', radius === undefined ? null : `${radius}px`)
    if (!frame.inert) applyColours()
    cover()
    push()
  }
}
