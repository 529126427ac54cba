import { isEditable } from './passage.ts'
import { createButton, listen, type Surface } from './surface.ts'

/** The code block under the pointer or focus. The focus may also be on the page's own button beside the block. */
function blockOf(target: EventTarget | null): HTMLElement | undefined {
  if (!(target instanceof Element) || isEditable(target)) return undefined
  const block = target.closest('pre')
  if (block) return block
  const siblings = target.closest('button')?.parentElement?.querySelectorAll('pre')
  return siblings?.length === 1 ? siblings[0] : undefined
}

/**
 * Adds the “Ask” button of code blocks: a single button that follows pointer and focus over the page. Since nothing is
 * inserted into the page, no layout can break, and blocks that arrive later work too.
 */
export function addCodeButton(surface: Surface): void {
  const { texts, onAsk } = surface
  let block: HTMLElement | undefined
  const ask = () => {
    if (block) onAsk({ text: (block.querySelector('code') ?? block).textContent ?? '', element: block })
    show()
  }
  const button = createButton(surface, ask, { class: 'sn-chip sn-code', hidden: '' })
  button.append(texts.ask)

  const show = (next?: HTMLElement) => {
    block = next
    button.ariaLabel = texts.askAboutCode
    const box = block?.getBoundingClientRect()
    button.hidden = !box || box.bottom < 60 || box.top > innerHeight - 60
    if (!block || !box) return
    // On the lower edge, since pages have their copy button in an upper corner; at the end of the lines, which few reach.
    button.style.left = `${getComputedStyle(block).direction === 'rtl' ? box.left + button.offsetWidth + 14 : Math.min(box.right, innerWidth) - 14}px`
    button.style.top = `${Math.min(box.bottom, innerHeight - 20)}px`
  }
  listen(surface, 'pointerover focusin', (event) => {
    if (event.composedPath().includes(button)) return
    const next = blockOf(event.target)
    if (next !== block) show(next)
  })
  listen(surface, 'scroll', () => show(block?.isConnected ? block : undefined))
  listen(surface, 'keydown', (event) => {
    // The button is at the end of the document: Tab goes from the block to it, and from it back into the text.
    if (!(event instanceof KeyboardEvent) || event.key !== 'Tab' || !block || button.hidden) return
    const isOnButton = event.composedPath().includes(button)
    if (isOnButton) block.focus()
    if (isOnButton ? event.shiftKey : event.target === block && !event.shiftKey) {
      event.preventDefault()
      if (!isOnButton) button.focus()
    }
  })
}
