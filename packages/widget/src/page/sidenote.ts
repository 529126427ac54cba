import type { SidenoteEvents } from './events.ts'
import type { OptionChanges } from './options.ts'
import type { PageContext } from './page-context.ts'

/** Settings of `Sidenote.ask`. */
export interface AskSettings {
  /** Code or text to ask about. */
  readonly context?: readonly PageContext[]
  /** Whether to open the panel. @default true */
  readonly open?: boolean
  /** Whether to focus the panel when it opens. @default true */
  readonly focus?: boolean
}

/** The widget as pages control it: `window.Sidenote`, and what `mount` returns. */
export interface Sidenote {
  open(): void
  close(): void
  ask(question: string, settings?: AskSettings): void
  /** Adds code or text of the page to the next question. */
  addContext(context: PageContext): void
  /** Changes options. Those that aren't named stay; `undefined` restores a default. */
  update(options: OptionChanges): void
  /** Deletes the conversation, also where it's stored, and starts a new one. */
  reset(): void
  /** Removes the widget from the page. The conversation stays stored. */
  destroy(): void
  /** Calls `listener` at each event. Returns a function that stops it. */
  on<Name extends keyof SidenoteEvents>(name: Name, listener: (detail: SidenoteEvents[Name]) => void): () => void
}
