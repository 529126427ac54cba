import type { PanelSeam } from '../page/panel-seam.ts'

/** In a narrower window the panel covers the whole screen. */
const phone = '(max-width: 639px)'

/**
 * Disables the page while the panel covers it, which a modal panel always does, and on a phone any but an inline one. The page
 * is then inert and doesn't scroll, and the panel stays above the on-screen keyboard.
 * @param signal ends it, and enables the page
 * @returns `apply`, to call when the frame was opened, closed or changed
 */
export function coverPage({ frame, close }: PanelSeam, signal: AbortSignal): () => void {
  const media = matchMedia(phone)
  /** The page's `overflow` before it was covered; undefined while it isn't. */
  let overflow: string | undefined
  const covers = () => {
    const { variant } = frame.dataset
    const isOpen = !frame.inert && !signal.aborted
    return isOpen && (variant === 'modal' || (variant !== 'inline' && media.matches))
  }
  const apply = () => {
    const isCovered = covers()
    const page = document.documentElement.style
    if (isCovered === (overflow !== undefined)) return
    document.body.inert = isCovered
    if (isCovered) overflow = page.overflow
    page.overflow = isCovered ? 'hidden' : (overflow ?? '')
    if (!isCovered) overflow = undefined
  }
  const fit = () => {
    const { visualViewport } = window
    // Pinch zoom makes the visual viewport smaller too, but isn't a keyboard.
    if (!visualViewport || visualViewport.scale > 1.01) return
    const isShort = covers() && media.matches && visualViewport.height < innerHeight - 80
    frame.style.height = isShort ? `${visualViewport.height}px` : ''
    frame.style.top = isShort ? `${visualViewport.offsetTop}px` : ''
  }
  // A click beside a modal panel closes it, unless it started as a selection inside. The inert page gets no events.
  let startedOutside = false
  const onPress = (event: Event) => {
    startedOutside = covers() && !event.composedPath().includes(frame)
  }
  const onClick = () => {
    if (startedOutside && covers()) close()
  }
  media.addEventListener('change', apply, { signal })
  window.visualViewport?.addEventListener('resize', fit, { signal })
  window.visualViewport?.addEventListener('scroll', fit, { signal })
  window.addEventListener('pointerdown', onPress, { signal })
  window.addEventListener('click', onClick, { signal })
  signal.addEventListener('abort', apply)
  return apply
}
