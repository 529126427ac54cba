/** Below this width the panel covers the whole screen. */
const phone = '(max-width: 639px)'

/**
 * On a phone the panel is all there is to see: the page behind it is out of reach and does not scroll, and the panel
 * keeps above the on-screen keyboard.
 * @returns `update` to be called when the frame was opened or closed
 */
export function coverPhones(frame: HTMLElement): { update(open: boolean): void; stop(): void } {
  const media = matchMedia(phone)
  let isOpen = false
  let overflow: string | undefined
  const apply = () => {
    const covers = isOpen && media.matches
    const page = document.documentElement.style
    if (covers === (overflow !== undefined)) return
    document.body.inert = covers
    if (covers) overflow = page.overflow
    page.overflow = covers ? 'hidden' : (overflow ?? '')
    if (!covers) overflow = undefined
  }
  const fit = () => {
    const { visualViewport: visible } = window
    const isShort = visible && media.matches && visible.height < innerHeight - 80
    frame.style.height = isShort ? `${visible.height}px` : ''
    frame.style.top = isShort ? `${visible.offsetTop}px` : ''
  }
  const ending = new AbortController()
  media.addEventListener('change', apply, { signal: ending.signal })
  window.visualViewport?.addEventListener('resize', fit, { signal: ending.signal })
  window.visualViewport?.addEventListener('scroll', fit, { signal: ending.signal })
  return {
    update(open) {
      isOpen = open
      apply()
    },
    stop() {
      isOpen = false
      apply()
      ending.abort()
    },
  }
}
