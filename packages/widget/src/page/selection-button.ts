import { createButton, isEditable, listen, type Place, selectedPassage } from './surface.ts'

/** The “Ask about this” that stands by selected text. */
export function offerSelection(place: Place): void {
  const { host, texts, onIntent, onAsk } = place
  const attributes = { class: 'sn-chip', hidden: '' }
  const button = createButton(place, attributes, texts.askAboutThis, () => {
    const passage = selectedPassage()
    button.hidden = true
    if (passage) onAsk(passage)
  })
  let isPressed = false
  let waiting: ReturnType<typeof setTimeout> | undefined

  const show = () => {
    const active = document.activeElement
    if (isPressed || !selectedPassage() || active === host || (active && isEditable(active))) return
    onIntent()
    const box = getSelection()?.getRangeAt(0).getBoundingClientRect()
    if (!box) return
    // Above the text; below it where there is no room. For fingers the style sheet puts it at the bottom of the screen.
    button.style.left = `${Math.min(Math.max(box.left + box.width / 2, 84), innerWidth - 84)}px`
    button.style.top = `${box.top > 52 ? box.top - 44 : Math.min(box.bottom + 20, innerHeight - 52)}px`
    button.hidden = false
  }
  const look = () => {
    button.hidden = true
    clearTimeout(waiting)
    // Once the selection rests.
    waiting = setTimeout(show, 220)
  }
  listen(place, 'selectionchange scroll', look)
  listen(place, 'pointerdown pointerup pointercancel', (event) => {
    if (event.composedPath().includes(button)) return
    isPressed = event.type === 'pointerdown'
    look()
  })
  // A press would drop the selection before the click is there.
  listen(place, 'pointerdown mousedown', (event) => event.preventDefault(), button)
}
