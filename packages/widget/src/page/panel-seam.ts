import type { PageTexts } from '../locales/texts.ts'
import type { SidenoteEvents } from './events.ts'
import type { OptionChanges, RawOptions, WidgetOptions } from './options.ts'
import type { PageContext } from './page-context.ts'
import type { Passage } from './passage.ts'

/** Sends an event to the page's listeners. */
export type Emit = <Name extends keyof SidenoteEvents>(name: Name, detail: SidenoteEvents[Name]) => void

/** What the loader gives the panel, which arrives later and in another file. */
export interface PanelSeam {
  readonly host: HTMLElement
  readonly root: ShadowRoot
  /** The frame of the panel, which is our part of the page. */
  readonly frame: HTMLElement
  /** The element in the frame that the panel renders into. */
  readonly slot: HTMLElement
  /** Where the reader writes until the panel has loaded. */
  readonly box: HTMLTextAreaElement
  /** The current options, not validated yet. */
  options(): RawOptions
  /** Whether the options come from the script's tag or from the page's code. */
  readonly spelling: 'attributes' | 'names'
  readonly fetch: typeof fetch
  /** The texts on the page, in English. The panel replaces them with the reader's language. */
  readonly texts: PageTexts
  readonly emit: Emit
  /** Gives the frame the shape that these options want. */
  shape(options: WidgetOptions): void
  close(): void
  /** Changes options, as the page's own script can: here, what is stored with the site. */
  update(changes: OptionChanges): void
}

/** What the loader can ask of the panel. */
export interface Panel {
  update(options: RawOptions): void
  /** Adds a selection or a code block to the next question. */
  add(passage: Passage): void
  addContext(context: PageContext): void
  ask(question: string, contexts: readonly PageContext[]): void
  /** Opens the search, or closes the panel if the search is open. */
  search(): void
  /** The frame was opened or closed. @param focus whether to focus the text box */
  shown(open: boolean, focus: boolean): void
  /** Deletes the conversation, also where it's stored. */
  reset(): void
  destroy(): void
}

/** The panel's file. */
export interface PanelModule {
  /** Renders the panel into the loader's frame, in the reader's language. */
  createPanel(seam: PanelSeam): Promise<Panel>
}
