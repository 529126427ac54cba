import type { PageTexts } from '../locales/texts.ts'
import type { WidgetOptions } from '../options.ts'
import { element, icon } from './element.ts'
import { sideOf } from './place.ts'

/** The sheet that the panel fills. It stands at once; what fills it may take a moment. */
export interface Frame {
  readonly frame: HTMLElement
  readonly slot: HTMLElement
  isOpen(): boolean
  show(animated: boolean): void
  hide(): void
  /** Gives the frame the shape that the options want. */
  shape(options: WidgetOptions): void
  /** The panel has come, or it could not be loaded. */
  filled(): void
  failed(retry: () => void): void
}

export function createFrame(root: ShadowRoot, texts: PageTexts, close: () => void): Frame {
  const message = element('p', {}, texts.loading)
  const cross = element('path', { d: 'm4 4 8 8M12 4l-8 8' })
  const closing = element('button', { 'aria-label': texts.close }, icon(cross))
  closing.onclick = close
  const skeleton = element('div', { class: 'sn-skeleton' }, closing, message)
  const slot = element('div', { class: 'sn-slot' })
  const frame = element(
    'div',
    { class: 'sn-frame', role: 'complementary', tabindex: '-1', inert: '', 'aria-label': texts.loading },
    skeleton,
    slot,
  )
  root.append(frame)
  const isOpen = () => !frame.inert
  return {
    frame,
    slot,
    isOpen,
    show(animated) {
      frame.toggleAttribute('data-still', !animated)
      frame.getBoundingClientRect() // so that the sheet slides in from where it was
      frame.inert = false
    },
    hide() {
      frame.removeAttribute('data-still')
      frame.inert = true
    },
    shape(options) {
      const { variant = 'panel' } = options
      frame.dataset.variant = variant
      frame.dataset.side = sideOf(options)
    },
    filled: () => skeleton.remove(),
    failed(retry) {
      const again = element('button', {}, texts.retry)
      again.onclick = () => {
        message.replaceChildren(texts.loading)
        frame.focus()
        retry()
      }
      message.replaceChildren(texts.loadFailed, again)
    },
  }
}
