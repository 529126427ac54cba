import type { Assistant } from '../chat/assistant.ts'
import type { PanelSeam } from '../page/panel-seam.ts'

/**
 * Takes over what the reader wrote while the panel was loading. The loader's text box has no key handler, so Enter left a
 * newline at the end: then the text is asked, unless the reader has closed the panel meanwhile.
 */
export function adoptDraft({ frame, root, slot, box }: PanelSeam, assistant: Assistant, focus: () => void): void {
  const hadFocus = root.activeElement === box
  const { value } = box
  box.parentElement?.remove()
  const text = value.trim()
  const isQuestion = value.endsWith('\n')
  if (text && isQuestion && !frame.inert) assistant.ask(text)
  else if (text) {
    const draft = [assistant.draft, isQuestion ? text : value].filter(Boolean).join(' ')
    assistant.write(draft)
    // The next letter may come before the next rendering, and must be appended.
    const panelBox = slot.querySelector<HTMLTextAreaElement>('.sn-ask textarea')
    if (panelBox) panelBox.value = draft
  }
  if (hadFocus) focus()
}
