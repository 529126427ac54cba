import { element, mark } from '../page/element.ts'
import type { PanelSeam } from '../page/panel-seam.ts'

/** Distance of the button from the selection, and from the edges of the panel, in px. */
const distance = 44
const margin = 12

/**
 * The selection, limited to the answer that it starts in: a triple click ends it in the next element. Undefined if the browser
 * doesn't reveal selections in a shadow root.
 */
function answerSelection(root: ShadowRoot): Range | undefined {
  const [selection] = getSelection()?.getComposedRanges?.({ shadowRoots: [root] }) ?? []
  if (!selection || selection.collapsed) return undefined
  const { startContainer, startOffset, endContainer, endOffset } = selection
  const answer = (startContainer instanceof Element ? startContainer : startContainer.parentElement)?.closest(
    '.sn-prose',
  )
  if (!answer) return undefined
  const range = document.createRange()
  range.selectNodeContents(answer)
  range.setStart(startContainer, startOffset)
  if (answer.contains(endContainer)) range.setEnd(endContainer, endOffset)
  return range
}

/** The text of a range, without citations. */
function textOf(range: Range): string {
  const part = range.cloneContents()
  for (const numbers of part.querySelectorAll('.sn-cites, figcaption')) numbers.remove()
  for (const block of part.querySelectorAll('p, li, th, td, h3, h4, pre')) block.append('\n')
  return (part.textContent ?? '').replace(/\n{2,}/g, '\n').trim()
}

/**
 * Adds an “Ask about this” button to text that was selected in an answer with a mouse. On touch screens the system's own menu is
 * there.
 * @param add adds the text to the next question
 */
export function addQuoteButton({ root, frame, slot, texts }: PanelSeam, add: (text: string) => void): void {
  const button = element('button', { class: 'sn-chip' })
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopTimer = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const hide = () => {
    stopTimer()
    button.remove()
  }
  const show = () => {
    stopTimer()
    const range = answerSelection(root)
    if (!range || textOf(range).length < 2) return
    button.replaceChildren(mark(), texts.askAboutThis)
    frame.append(button)
    const [selection, panel] = [range.getBoundingClientRect(), frame.getBoundingClientRect()]
    const half = button.offsetWidth / 2 + margin
    const middle = Math.min(Math.max(selection.left + selection.width / 2, panel.left + half), panel.right - half)
    button.style.left = `${middle}px`
    button.style.top = `${Math.max(selection.top - distance, panel.top + margin)}px`
  }
  slot.addEventListener('pointerup', ({ pointerType }) => {
    if (pointerType !== 'mouse') return
    stopTimer()
    // The selection changes after the event.
    timer = setTimeout(show)
  })
  for (const name of ['pointerdown', 'scroll']) slot.addEventListener(name, hide, true)
  const onKey = (event: KeyboardEvent) => {
    // In a busy browser the key may come before the timer.
    if (timer) show()
    if (event.key === 'Escape' && button.isConnected) event.stopPropagation()
    hide()
  }
  slot.addEventListener('keydown', onKey, true)
  // Otherwise pressing the button would clear the selection before the click.
  button.addEventListener('pointerdown', (event) => event.preventDefault())
  button.addEventListener('mousedown', (event) => event.preventDefault())
  button.addEventListener('click', () => {
    const range = answerSelection(root)
    hide()
    if (range) add(textOf(range))
  })
}
