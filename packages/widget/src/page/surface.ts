import type { PageTexts } from '../locales/texts.ts'
import { element, mark } from './element.ts'
import type { WidgetOptions } from './options.ts'

/** Text of the page that the reader wants to ask about, and where it stands. */
export interface Passage {
  readonly text: string
  readonly element: Element
}

/** What everything that stands on the page needs. */
export interface Place {
  readonly host: HTMLElement
  readonly root: ShadowRoot
  /** Filled in again when the reader's language has come. */
  readonly texts: PageTexts
  /** Aborted when the widget is taken off the page; ends all listening. */
  readonly signal: AbortSignal
  /** The reader seems to be about to ask: time to fetch the panel. */
  onIntent(): void
  onAsk(passage: Passage): void
}

/** The side of the page on which the widget stands. */
export const sideOf = ({ side }: WidgetOptions): 'left' | 'right' =>
  side ?? (getComputedStyle(document.body).direction === 'rtl' ? 'left' : 'right')

type Listener = (event: Event) => void

/** Listens before the page does, for as long as the widget is there. @param names event names, apart by spaces */
export function listen({ signal }: Place, names: string, listener: Listener, target: EventTarget = window): void {
  for (const name of names.split(' ')) target.addEventListener(name, listener, { signal, capture: true })
}

/** A button of ours on the page. To point at it is to be about to ask. */
export function createButton(
  place: Place,
  attributes: Readonly<Record<string, string>>,
  text: string,
  onClick: Listener,
): HTMLButtonElement {
  const button = element('button', attributes, mark(), text)
  place.root.append(button)
  listen(place, 'pointerenter focus', place.onIntent, button)
  listen(place, 'click', onClick, button)
  return button
}

/** Places where a selection or a shortcut belongs to what the reader is writing. */
export const isEditable = (element: Element): boolean =>
  (element as HTMLElement).isContentEditable || Boolean(element.closest('input, textarea, select, [role=textbox]'))

/** What the reader has selected in the page's text, if it is worth asking about. */
export function selectedPassage(): Passage | undefined {
  const selection = getSelection()
  const text = `${selection ?? ''}`.trim()
  if (!selection || text.length < 2) return undefined
  // Where it begins: a triple click ends a selection in the next block.
  const node = selection.getRangeAt(0).startContainer
  const element = node instanceof Element ? node : node.parentElement
  return element && !isEditable(element) ? { text, element } : undefined
}
