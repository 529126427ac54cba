import { isEditable, selectedPassage } from './passage.ts'
import { listen, type Surface } from './surface.ts'

/** Shows the “Ask about this” button next to a selection. */
export function followSelection(surface: Surface): void {
  const {
    host,
    onIntent,
    onAsk,
    chips: { selection: button },
  } = surface
  button.onclick = () => {
    const passage = selectedPassage()
    button.hidden = true
    if (passage) onAsk(passage)
  }
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
  update()
}
