import type { Assistant } from '../chat/assistant.ts'
import type { PanelSeam } from '../page/panel-seam.ts'

/**
 * Takes over what the reader has written while the panel was on its way. The text box that stood for ours has no ears: an
 * Enter, which stands in it as a new line at the end, asks; unless the reader has closed the panel before it came.
 */
export function takeOver(
  { frame, root, slot, box }: PanelSeam,
  assistant: Assistant | undefined,
  focus: () => void,
): void {
  const hadFocus = root.activeElement === box
  const { value } = box
  box.parentElement?.remove()
  const text = value.trim()
  const isAsked = value.endsWith('\n')
  if (text && isAsked && !frame.inert) assistant?.ask(text)
  else if (text) {
    const draft = [assistant?.draft, isAsked ? text : value].filter(Boolean).join(' ')
    assistant?.write(draft)
    // The next letter may come before the next rendering, and has to find these.
    const own = slot.querySelector<HTMLTextAreaElement>('.sn-ask textarea')
    if (own) own.value = draft
  }
  if (hadFocus) focus()
}
