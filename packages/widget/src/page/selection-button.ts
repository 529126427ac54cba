import { isEditable, selectedPassage } from './passage.ts'
import { createButton, listen, type Surface } from './surface.ts'

/** Adds the “Ask about this” button, which appears next to a selection. */
export function addSelectionButton(surface: Surface): void {
  const { host, texts, onIntent, onAsk } = surface
  const ask = () => {
    const passage = selectedPassage()
    button.hidden = true
    if (passage) onAsk(passage)
  }
  const button = createButton(surface, ask, { class: 'sn-chip', hidden: '' })
  button.append(texts.askAboutThis)
  let isPressed = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const show = () => {
    const active = document.activeElement
    if (isPressed || !selectedPassage() || active === host || (active && isEditable(active))) return
    onIntent()
    const box = getSelection()?.getRangeAt(0).getBoundingClientRect()
    if (!box) return
    // Above the text, or below it if there is no room. On touch screens the style sheet moves it to the bottom.
    button.style.left = `${Math.min(Math.max(box.left + box.width / 2, 84), innerWidth - 84)}px`
    button.style.top = `${box.top > 52 ? box.top - 44 : Math.min(box.bottom + 20, innerHeight - 52)}px`
    button.hidden = false
  }
  const update = () => {
    button.hidden = true
    clearTimeout(timer)
    // Wait until the selection rests.
    timer = setTimeout(show, 220)
  }
  listen(surface, 'selectionchange scroll', update)
  listen(surface, 'pointerdown pointerup pointercancel', (event) => {
    if (event.composedPath().includes(button)) return
    isPressed = event.type === 'pointerdown'
    update()
  })
  // Otherwise pressing the button would clear the selection before the click.
  button.onpointerdown = button.onmousedown = (event) => event.preventDefault()
}
