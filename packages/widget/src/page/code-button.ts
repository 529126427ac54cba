import { createButton, isEditable, listen, type Place } from './surface.ts'

/** The code block that a pointer or the focus is in; the focus may be on the page's own button beside it. */
function blockOf(target: EventTarget | null): HTMLElement | undefined {
  if (!(target instanceof Element) || isEditable(target)) return undefined
  const own = target.closest('pre')
  if (own) return own
  const beside = target.closest('button')?.parentElement?.querySelectorAll('pre')
  return beside?.length === 1 ? beside[0] : undefined
}

/**
 * The “Ask” button of code blocks: one button of ours that follows pointer and focus over the page. Nothing is put into
 * the page, so no layout can break, and blocks that arrive later need no search.
 */
export function offerCode(place: Place): void {
  const { texts, onAsk } = place
  let block: HTMLElement | undefined
  const attributes = { class: 'sn-chip sn-code', hidden: '' }
  const button = createButton(place, attributes, texts.ask, () => {
    if (block) onAsk({ text: (block.querySelector('code') ?? block).textContent ?? '', element: block })
    show()
  })

  const show = (next?: HTMLElement) => {
    block = next
    button.ariaLabel = texts.askAboutCode
    const box = block?.getBoundingClientRect()
    button.hidden = !box || box.bottom < 60 || box.top > innerHeight - 60
    if (!block || !box) return
    // On the lower edge: the upper corner belongs to the page's own copy button. At the end of the lines, which few reach.
    button.style.left = `${getComputedStyle(block).direction === 'rtl' ? box.left + button.offsetWidth + 14 : Math.min(box.right, innerWidth) - 14}px`
    button.style.top = `${Math.min(box.bottom, innerHeight - 20)}px`
  }
  listen(place, 'pointerover focusin', (event) => {
    if (event.composedPath().includes(button)) return
    const next = blockOf(event.target)
    if (next !== block) show(next)
  })
  listen(place, 'scroll', () => show(block?.isConnected ? block : undefined))
  listen(place, 'keydown', (event) => {
    // The button stands at the end of the document: Tab leads from the block to it and from it back into the text.
    if (!(event instanceof KeyboardEvent) || event.key !== 'Tab' || !block || button.hidden) return
    const isOurs = event.composedPath().includes(button)
    if (isOurs) block.focus()
    if (isOurs ? event.shiftKey : event.target === block && !event.shiftKey) {
      event.preventDefault()
      if (!isOurs) button.focus()
    }
  })
}
