import type { PageContext } from './page-context.ts'
import type { PageTexts } from '../locales/texts.ts'
import type { Given, WidgetOptions } from './options.ts'
import type { Passage } from './surface.ts'

/** What the panel tells the page's code about; none of it says what was asked or by whom. */
export interface SidenoteEvents {
  open: undefined
  close: undefined
  ask: { contexts: number }
  answer: { answered: boolean; sources: number }
  feedback: { helpful: boolean }
  error: { code: string; retryable: boolean; status?: number | undefined }
  /** A link of an answer leads to this page of the same site. `preventDefault()` leaves going there to the listener. */
  navigate: { url: string; preventDefault(): void }
}

export type Emit = <Name extends keyof SidenoteEvents>(name: Name, detail: SidenoteEvents[Name]) => void

/** What the loader gives the panel, which arrives later and in another file. */
export interface PanelSeam {
  readonly host: HTMLElement
  readonly root: ShadowRoot
  /** The panel's frame; the panel fills it. */
  readonly frame: HTMLElement
  readonly slot: HTMLElement
  /** Where the reader writes until the panel is there. */
  readonly box: HTMLTextAreaElement
  /** As they are given now: nobody has looked at them yet. */
  options(): Given
  /** Whether they stand in the script's tag or in the page's code. */
  readonly spelling: 'attributes' | 'names'
  readonly fetch: typeof fetch
  /** What stands on the page says. It is English; the panel puts the reader's language in its place. */
  readonly texts: PageTexts
  readonly emit: Emit
  /** Gives the frame the shape that these options want. */
  shape(options: WidgetOptions): void
  close(): void
}

/** What the loader may ask of the panel. */
export interface Panel {
  update(options: Given): void
  /** Puts a selection or a code block beside the next question. */
  add(passage: Passage): void
  addContext(context: PageContext): void
  ask(question: string, contexts: readonly PageContext[]): void
  /** Leads to the search; closes the panel when the reader is there already. */
  search(): void
  /** The frame was opened or closed. @param focus whether the reader is to write at once */
  shown(open: boolean, focus: boolean): void
  /** Forgets the conversation, also where it is kept. */
  reset(): void
  destroy(): void
}

/** The panel's file. */
export interface PanelModule {
  /** Fills the loader's frame with the panel, in the reader's language. */
  createPanel(seam: PanelSeam): Promise<Panel>
}
