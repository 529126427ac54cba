/** Text of the page that the reader wants to ask about, and the element that holds it. */
export interface Passage {
  /** '' for the whole text of the element, which is then a code block. */
  readonly text: string
  readonly element: Element
}

/** Whether a selection or a shortcut there belongs to something that the reader is writing. */
export const isEditable = (element: Element): boolean =>
  (element as HTMLElement).isContentEditable || Boolean(element.closest('input, textarea, select, [role=textbox]'))

/** The reader's selection in the page, if it's worth asking about: 2 characters or more, outside of text boxes. */
export function selectedPassage(): Passage | undefined {
  const selection = getSelection()
  const text = `${selection ?? ''}`.trim()
  if (!selection || text.length < 2) return undefined
  // The start counts: a triple click ends the selection in the next block.
  const node = selection.getRangeAt(0).startContainer
  const element = node instanceof Element ? node : node.parentElement
  return element && !isEditable(element) ? { text, element } : undefined
}
