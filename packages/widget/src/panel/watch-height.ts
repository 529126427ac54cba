import type { PanelSeam } from '../page/panel-seam.ts'

/** Below this height of the panel, in px, all but what is read and written steps back. */
const short = 480

/**
 * Lets the style sheet know how high the panel is: an on-screen keyboard leaves the window as it was.
 * @param signal ends that
 */
export function watchHeight({ frame }: PanelSeam, signal: AbortSignal): void {
  const observer = new ResizeObserver(() => {
    const { clientHeight } = frame
    frame.toggleAttribute('data-short', clientHeight < short)
    frame.style.setProperty('--sn-height', `${clientHeight}px`)
  })
  observer.observe(frame)
  signal.addEventListener('abort', () => observer.disconnect())
}
