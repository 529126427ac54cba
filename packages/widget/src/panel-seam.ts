import type { WidgetOptions } from './options.ts'
import type { Passage } from './page/place.ts'
import type { PageContext } from './page-context.ts'

/** Where the panel tells the page's code about; none of it says what was asked or by whom. */
export interface SidenoteEvents {
  open: undefined
  close: undefined
  ask: { contexts: number }
  answer: { answered: boolean; sources: number }
  feedback: { helpful: boolean }
  error: { code: string; retryable: boolean; status: number | undefined }
}

export type Emit = <Name extends keyof SidenoteEvents>(name: Name, detail: SidenoteEvents[Name]) => void

/** What the loader gives the panel, which arrives later and in another file. */
export interface PanelSeam {
  readonly host: HTMLElement
  readonly root: ShadowRoot
  /** The panel's frame; the panel fills it. */
  readonly frame: HTMLElement
  readonly slot: HTMLElement
  readonly options: WidgetOptions
  readonly fetch: typeof fetch
  readonly emit: Emit
  close(): void
}

/** What the loader may ask of the panel. */
export interface Panel {
  update(options: WidgetOptions): void
  /** Puts a selection or a code block beside the next question. */
  add(passage: Passage): void
  ask(question: string, contexts: readonly PageContext[]): void
  /** The frame was opened or closed. @param focus whether the reader is to write at once */
  shown(open: boolean, focus: boolean): void
  reset(): void
  destroy(): void
}

/** The panel's file. */
export interface PanelModule {
  createPanel(seam: PanelSeam): Panel
}
