import type { PanelSeam } from '../page/panel-seam.ts'

/** Below this width the panel covers the whole screen. */
const phone = '(max-width: 639px)'

/**
 * Keeps the page out of reach while the panel covers it: always behind a modal one, and on a phone behind all but inline
 * ones. The page is then inert and does not scroll, and the panel keeps above the on-screen keyboard.
 * @param signal ends that, and gives the page back
 * @returns `apply`, for when the frame was opened, closed or changed
 */
export function coverPage({ frame, close }: PanelSeam, signal: AbortSignal): () => void {
  const media = matchMedia(phone)
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
    const { visualViewport: visible } = window
    // Two fingers that draw the page larger leave less of it to be seen, too; that is no keyboard.
    if (!visible || visible.scale > 1.01) return
    const isShort = covers() && media.matches && visible.height < innerHeight - 80
    frame.style.height = isShort ? `${visible.height}px` : ''
    frame.style.top = isShort ? `${visible.offsetTop}px` : ''
  }
  // A click beside a modal panel means the page, unless it began as a selection inside; the page itself hears nothing.
  let isBeside = false
  const onPress = (event: Event) => {
    isBeside = covers() && !event.composedPath().includes(frame)
  }
  const onClick = () => {
    if (isBeside && covers()) close()
  }
  media.addEventListener('change', apply, { signal })
  window.visualViewport?.addEventListener('resize', fit, { signal })
  window.visualViewport?.addEventListener('scroll', fit, { signal })
  window.addEventListener('pointerdown', onPress, { signal })
  window.addEventListener('click', onClick, { signal })
  signal.addEventListener('abort', apply)
  return apply
}
