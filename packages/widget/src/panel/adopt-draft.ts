import type { PanelStore } from '../chat/panel-store.ts'
import type { PanelSeam } from '../page/panel-seam.ts'

/**
 * Takes over what the reader wrote while the panel was loading. The loader's text box has no key handler, so Enter left a
 * newline at the end: then the text is asked, unless the reader has closed the panel meanwhile.
 */
export function adoptDraft({ frame, root, slot, box }: PanelSeam, { ask, draft }: PanelStore, focus: () => void): void {
  const hadFocus = root.activeElement === box
  const { value } = box
  box.parentElement?.remove()
  const text = value.trim()
  const isQuestion = value.endsWith('\n')
  if (text && isQuestion && !frame.inert) ask({ text, contexts: [] })
  else if (text) {
    const whole = [draft.state.get().text, isQuestion ? text : value].filter(Boolean).join(' ')
    draft.write(whole)
    // The next letter may come before the next rendering, and must be appended.
    const panelBox = slot.querySelector<HTMLTextAreaElement>('.sn-ask textarea')
    if (panelBox) panelBox.value = whole
  }
  if (hadFocus) focus()
}
