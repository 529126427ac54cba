import type { PageTexts } from '../locales/texts.ts'
import { element, icon } from './element.ts'
import type { WidgetOptions } from './options.ts'

/**
 * The panel's frame. It opens at once, with a text box to write in, since the panel itself may take a moment to load. The
 * panel takes over the text (`panel/adopt-draft.ts`).
 */
export interface Frame {
  readonly frame: HTMLElement
  readonly slot: HTMLElement
  /** Where the reader writes until the panel has loaded. */
  readonly box: HTMLTextAreaElement
  isOpen(): boolean
  shown(open: boolean, animated?: boolean): void
  /** Applies the options that change the frame's shape. */
  shape(options: WidgetOptions): void
  /** Focuses the text box, until the panel has loaded. */
  focus(): void
  /** The panel couldn't be loaded. */
  failed(retry: () => void): void
}

/** The side of the page that the widget is on. */
export const sideOf = ({ side }: WidgetOptions): 'left' | 'right' =>
  side ?? (getComputedStyle(document.body).direction === 'rtl' ? 'left' : 'right')

/** Creates the frame, closed, in our shadow root. */
export function createFrame(root: ShadowRoot, texts: PageTexts, close: () => void): Frame {
  const message = element('p')
  const box = element('textarea')
  const cross = element('path', { d: 'm4 4 8 8M12 4l-8 8' })
  const closeButton = element('button', { 'aria-label': texts.close }, icon(cross))
  closeButton.onclick = close
  const early = element('div', { class: 'sn-early' }, closeButton, message, box)
  const slot = element('div', { class: 'sn-slot' })
  const frame = element(
    'div',
    { class: 'sn-frame', tabindex: '-1', inert: '', 'aria-label': texts.loading },
    early,
    slot,
  )
  root.append(frame)
  const isOpen = () => !frame.inert
  const focus = () => (box.isConnected ? box : frame).focus()
  return {
    frame,
    slot,
    box,
    isOpen,
    focus,
    shown(open, animated = true) {
      frame.toggleAttribute('data-still', !animated)
      frame.getBoundingClientRect() // Forces a layout, so that the sheet slides in from where it was.
      frame.inert = !open
    },
    shape(options) {
      frame.dataset.variant = options.variant ?? 'panel'
    },
    failed(retry) {
      const retryButton = element('button', {}, texts.retry)
      const tryAgain = () => {
        if (!retryButton.isConnected) return
        message.replaceChildren()
        retry()
      }
      retryButton.onclick = () => {
        tryAgain()
        focus()
      }
      message.replaceChildren(texts.loadFailed, retryButton)
      // Enter in the text box tries again, and so does coming back online.
      box.oninput = () => box.value.endsWith('\n') && tryAgain()
      addEventListener('online', tryAgain)
    },
  }
}
