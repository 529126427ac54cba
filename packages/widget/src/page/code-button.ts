import { codeBlockOf, codeBlocks } from './code-block.ts'
import { isEditable } from './passage.ts'
import { listen, type Surface } from './surface.ts'

/** The code block under the pointer or focus. The focus may also be on the page's own button beside the block. */
function blockOf(target: EventTarget | null): HTMLElement | undefined {
  if (!(target instanceof Element) || isEditable(target)) return undefined
  const block = codeBlockOf(target)
  if (block) return block
  const parent = target.closest('button')?.parentElement
  const siblings = parent ? codeBlocks(parent) : []
  return siblings.length === 1 ? siblings[0] : undefined
}

/** The part of a block that the boxes around it don't cut off. */
function visibleBox(block: Element): Pick<DOMRect, 'left' | 'right' | 'bottom' | 'top'> {
  let { left, right, top, bottom } = block.getBoundingClientRect()
  for (let parent = block.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
    if (getComputedStyle(parent).overflow === 'visible') continue
    const box = parent.getBoundingClientRect()
    left = Math.max(left, box.left)
    right = Math.min(right, box.right)
    top = Math.max(top, box.top)
    bottom = Math.min(bottom, box.bottom)
  }
  return { left: Math.max(left, 0), right: Math.min(right, innerWidth), top, bottom }
}

/** The page's own buttons on a block, such as one that copies it. */
function ownButtons(block: Element): Element[] {
  let box = block
  for (let level = 0; level < 3; level++) {
    const parent = box.parentElement
    if (!parent || codeBlocks(parent).length !== 1) break
    box = parent
  }
  // From the end of the line, where they are.
  return [...box.querySelectorAll('button, [role=button]')].reverse()
}

/**
 * Shows the “Ask” button of code blocks: a single button that follows pointer and focus over the page. Since nothing is
 * inserted into the page, no layout can break, and blocks that arrive later work too.
 */
export function followCode(surface: Surface): void {
  const {
    texts,
    onAsk,
    chips: { code: button },
  } = surface
  let block: HTMLElement | undefined
  const ask = () => {
    if (block) onAsk({ text: '', element: block })
    show()
  }
  button.onclick = ask

  const show = (next?: HTMLElement) => {
    block = next
    button.ariaLabel = texts.askAboutCode
    const box = block && visibleBox(block)
    button.hidden = !box || box.bottom < 60 || box.top > innerHeight - 60
    if (!block || !box) return
    // On the lower edge, since pages have their copy button in an upper corner; at the end of the lines, which few reach.
    const isLeft = getComputedStyle(block).direction === 'rtl'
    const place = (end: number) => {
      button.style.left = `${isLeft ? end + button.offsetWidth : end}px`
    }
    place(isLeft ? box.left + 14 : box.right - 14)
    button.style.top = `${Math.min(box.bottom, innerHeight - 20)}px`
    // A block of one line has the page's buttons there.
    for (const other of ownButtons(block)) {
      const [own, page] = [button.getBoundingClientRect(), other.getBoundingClientRect()]
      const isFree =
        own.left >= page.right || own.right <= page.left || own.top >= page.bottom || own.bottom <= page.top
      if (!isFree) place(isLeft ? page.right + 6 : page.left - 6)
    }
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
  show(blockOf(document.querySelector('pre:hover, button:hover') ?? document.activeElement))
}
