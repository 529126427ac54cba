import type { PageTexts } from '../locales/texts.ts'
import { element, mark } from './element.ts'
import type { Passage } from './passage.ts'

/** What the controls on the page need: our element, its texts, and what to call. */
export interface Surface {
  readonly host: HTMLElement
  readonly root: ShadowRoot
  /** English at first. The panel replaces them when the reader's language has loaded. */
  readonly texts: PageTexts
  /** The buttons beside what the reader points at, hidden until then. */
  readonly chips: { readonly selection: HTMLButtonElement; readonly code: HTMLButtonElement }
  /** Aborted when the widget is destroyed; ends all listeners. */
  readonly signal: AbortSignal
  /** The reader seems about to ask, so it's time to fetch the panel. */
  onIntent(): void
  onAsk(passage: Passage): void
}

type Listener = (event: Event) => void

/** Listens on the window until the widget is destroyed, before the page's listeners. @param names separated by spaces */
export function listen({ signal }: Pick<Surface, 'signal'>, names: string, listener: Listener): void {
  for (const name of names.split(' ')) addEventListener(name, listener, { signal, capture: true })
}

/** Adds a button with our mark to the page. Hovering or focusing it counts as intent. */
export function createButton(
  surface: Pick<Surface, 'root' | 'onIntent'>,
  onClick: Listener | null,
  attributes?: Readonly<Record<string, string>>,
): HTMLButtonElement {
  const button = element('button', attributes, mark())
  surface.root.append(button)
  button.onpointerenter = button.onfocus = surface.onIntent
  button.onclick = onClick
  return button
}
