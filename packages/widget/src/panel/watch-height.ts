import type { PanelSeam } from '../page/panel-seam.ts'

/** In a panel lower than this, in px, only the conversation and the text box stay. */
const shortHeight = 480

/**
 * Tells the style sheet the panel's height, since an on-screen keyboard doesn't change the window's.
 * @param signal ends it
 */
export function watchHeight({ frame }: PanelSeam, signal: AbortSignal): void {
  const tell = () => {
    const { clientHeight } = frame
    frame.toggleAttribute('data-short', clientHeight < shortHeight)
    frame.style.setProperty('--sn-height', `${clientHeight}px`)
  }
  tell()
  const observer = new ResizeObserver(tell)
  observer.observe(frame)
  signal.addEventListener('abort', () => observer.disconnect())
}
