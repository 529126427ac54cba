import type { PageTexts } from '../locales/texts.ts'
import { element, icon } from './element.ts'
import type { WidgetOptions } from './options.ts'
import { sideOf } from './surface.ts'

/**
 * The sheet that the panel fills. It stands at once, and so does a text box to write in: what fills it may take a moment.
 * The panel takes the text over (`panels/take-over.ts`).
 */
export interface Frame {
  readonly frame: HTMLElement
  readonly slot: HTMLElement
  /** Where the reader writes until the panel is there. */
  readonly box: HTMLTextAreaElement
  isOpen(): boolean
  shown(open: boolean, animated?: boolean): void
  /** Gives the frame the shape that the options want. */
  shape(options: WidgetOptions): void
  /** Gives the focus to the text box, as long as the panel is not there. */
  focus(): void
  /** The panel could not be loaded. */
  failed(retry: () => void): void
}

export function createFrame(root: ShadowRoot, texts: PageTexts, close: () => void): Frame {
  const message = element('p')
  const box = element('textarea')
  const cross = element('path', { d: 'm4 4 8 8M12 4l-8 8' })
  const closing = element('button', { 'aria-label': texts.close }, icon(cross))
  closing.onclick = close
  const skeleton = element('div', { class: 'sn-skeleton' }, closing, message, box)
  const slot = element('div', { class: 'sn-slot' })
  const frame = element(
    'div',
    { class: 'sn-frame', tabindex: '-1', inert: '', 'aria-label': texts.loading },
    skeleton,
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
      frame.getBoundingClientRect() // so that the sheet slides in from where it was
      frame.inert = !open
    },
    shape(options) {
      frame.dataset.variant = options.variant ?? 'panel'
      frame.dataset.side = sideOf(options)
    },
    failed(retry) {
      const again = element('button', {}, texts.retry)
      const tryAgain = () => {
        if (!again.isConnected) return
        message.replaceChildren()
        retry()
      }
      again.onclick = () => {
        tryAgain()
        focus()
      }
      message.replaceChildren(texts.loadFailed, again)
      // Who has written a question asks it by Enter; who was offline need not do a thing.
      box.oninput = () => box.value.endsWith('\n') && tryAgain()
      addEventListener('online', tryAgain)
    },
  }
}
