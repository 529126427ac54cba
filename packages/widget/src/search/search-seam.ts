import type { SearchRequest } from '@sidenote/contract'
import type { PanelTexts } from '../locales/texts.ts'

/**
 * What the panel gives the search. The search is a file of its own and shares no code with the panel: else the panel would
 * be two files, or a page that had to fetch the panel twice would have two of it.
 */
export interface SearchSeam {
  /** The element that the search fills. */
  readonly place: HTMLElement
  readonly texts: PanelTexts
  /** What the reader looks for to begin with. */
  readonly query: string
  /** Throws why there is no answer. */
  find(body: SearchRequest, signal: AbortSignal): Promise<unknown>
  /** Says in a sentence what `find` threw. */
  says(problem: unknown): string
  /** The address that a link may lead to; nothing when it is not safe. */
  addressOf(url: string): string | undefined
  adopt(css: string): void
  /** The reader wrote something else. */
  changed(query: string): void
  ask(question: string): void
  leave(): void
}
