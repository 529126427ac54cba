import { element, mark } from '../page/element.ts'
import type { PanelSeam } from '../page/panel-seam.ts'

/** In px. */
const above = 44
const edge = 12

/**
 * What is selected of the answer in which the selection begins: a triple click ends it in what follows. Nothing where the
 * browser does not tell of selections in a shadow root.
 */
function selectedOfAnswer(root: ShadowRoot): Range | undefined {
  const [selected] = getSelection()?.getComposedRanges?.({ shadowRoots: [root] }) ?? []
  if (!selected || selected.collapsed) return undefined
  const { startContainer, startOffset, endContainer, endOffset } = selected
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

/** The words of an answer without the numbers of its sources. */
function wordsOf(range: Range): string {
  const part = range.cloneContents()
  for (const numbers of part.querySelectorAll('.sn-cites, figcaption')) numbers.remove()
  for (const block of part.querySelectorAll('p, li, th, td, h3, h4, pre')) block.append('\n')
  return (part.textContent ?? '').replace(/\n{2,}/g, '\n').trim()
}

/**
 * “Ask about this” beside words that were selected in an answer, for a mouse: fingers have the menu of their system there.
 * @param add puts the words beside the next question
 */
export function offerQuote({ root, frame, slot, texts }: PanelSeam, add: (words: string) => void): void {
  const button = element('button', { class: 'sn-chip' })
  let waiting: ReturnType<typeof setTimeout> | undefined
  const stopWaiting = () => {
    clearTimeout(waiting)
    waiting = undefined
  }
  const hide = () => {
    stopWaiting()
    button.remove()
  }
  const show = () => {
    stopWaiting()
    const range = selectedOfAnswer(root)
    if (!range || wordsOf(range).length < 2) return
    button.replaceChildren(mark(), texts.askAboutThis)
    frame.append(button)
    const [words, panel] = [range.getBoundingClientRect(), frame.getBoundingClientRect()]
    const half = button.offsetWidth / 2 + edge
    const middle = Math.min(Math.max(words.left + words.width / 2, panel.left + half), panel.right - half)
    button.style.left = `${middle}px`
    button.style.top = `${Math.max(words.top - above, panel.top + edge)}px`
  }
  slot.addEventListener('pointerup', ({ pointerType }) => {
    if (pointerType !== 'mouse') return
    stopWaiting()
    // The selection is what it will be only after the event.
    waiting = setTimeout(show)
  })
  for (const name of ['pointerdown', 'scroll']) slot.addEventListener(name, hide, true)
  const onKey = (event: KeyboardEvent) => {
    // A busy browser tells of a key before the timer of the release.
    if (waiting) show()
    if (event.key === 'Escape' && button.isConnected) event.stopPropagation()
    hide()
  }
  slot.addEventListener('keydown', onKey, true)
  // A press would drop the selection before the click is there.
  button.addEventListener('pointerdown', (event) => event.preventDefault())
  button.addEventListener('mousedown', (event) => event.preventDefault())
  button.addEventListener('click', () => {
    const range = selectedOfAnswer(root)
    hide()
    if (range) add(wordsOf(range))
  })
}
