import type { SearchRequest } from '@sidenote/contract'
import type { PanelTexts } from '../locales/texts.ts'

/**
 * What the panel gives the search. The search is a file of its own and shares no code with the panel: otherwise the bundler
 * would split the panel, or a page that fetched the panel twice would run it twice.
 */
export interface SearchSeam {
  /** The element that the search renders into. */
  readonly place: HTMLElement
  readonly texts: PanelTexts
  /** The query to start with. */
  readonly query: string
  /** Asks the server. Throws if there is no answer. */
  find(body: SearchRequest, signal: AbortSignal): Promise<unknown>
  /** A sentence about what `find` threw. */
  problemText(problem: unknown): string
  /** The address that a link may have, if it's safe. */
  addressOf(url: string): string | undefined
  /** Adds a style sheet to our shadow root. */
  adoptStyles(css: string): void
  /** The query has changed. */
  changed(query: string): void
  ask(question: string): void
  leave(): void
}
