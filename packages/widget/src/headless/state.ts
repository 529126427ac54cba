import type { Source } from '../chat/source.ts'
import type { PageContext } from '../page/page-context.ts'
import type { CheckedCitation, Choice, NearestPage } from '../page/wire.ts'

/** A question of the conversation. */
export interface Question {
  readonly role: 'user'
  readonly id: string
  readonly text: string
  /** What it's about. */
  readonly contexts: readonly PageContext[]
}

/** An answer, which may still be growing. */
export interface Answer {
  readonly role: 'assistant'
  readonly id: string
  /** Markdown that cites sources as `[n]`. */
  readonly text: string
  /** `incomplete`: the connection or the server failed before its end; see `problem`. */
  readonly status: 'growing' | 'complete' | 'incomplete' | 'stopped'
  /** The passages that it's made from; `number` is the `n` of `[n]`. */
  readonly sources: readonly Source[]
  /** The verdict on each sentence that cites a source. Comes with the end of the answer. */
  readonly citations: readonly CheckedCitation[]
  /** Sentences that no source supports. Comes with the end of the answer. */
  readonly unsupported: readonly string[]
  /** False if the documentation doesn't say. Undefined while it grows, and if the answer asks back. */
  readonly answered: boolean | undefined
  /** The nearest pages, if the documentation doesn't say. */
  readonly nearest: readonly NearestPage[]
  /** Where readers find help, if the documentation doesn't say. */
  readonly supportUrl: string | undefined
  /** The possible meanings of the question, if the answer asks back. */
  readonly choices: readonly Choice[]
  /** Questions that the reader may ask next. */
  readonly suggestions: readonly string[]
}

/** A message of the conversation. */
export type Message = Question | Answer

/** What the assistant does right now. */
export type Phase =
  | { readonly kind: 'searching'; readonly query: string | undefined }
  | { readonly kind: 'reading'; readonly sources: readonly Source[] }
  | { readonly kind: 'writing' }
  | { readonly kind: 'reconnecting'; readonly attempt: number; readonly of: number }

/** Why the last question has no whole answer. */
export interface Problem {
  /** Such as `offline`, `unreachable`, `rateLimited`, `cut`. */
  readonly kind: string
  readonly message: string
  /** The server's code of the error. */
  readonly code: string
  /** Whether asking again may help. */
  readonly retryable: boolean
  /** When the reader may ask again, in seconds from now, if that's known. */
  readonly retryAfter: number | undefined
}

/** A question that waits for the answer before it. */
export interface WaitingQuestion {
  readonly id: string
  readonly text: string
}

/** What goes with a question. */
export interface AskOptions {
  /** Code or text that it's about, beside `contexts`. */
  readonly contexts?: readonly PageContext[]
  /** The choice that the reader made. */
  readonly choice?: Choice
}

/** The conversation of a site, and what a reader can do in it. */
export interface SidenoteState {
  readonly messages: readonly Message[]
  /** Whether a question is being answered. */
  readonly isBusy: boolean
  /** Undefined unless a question is being answered. */
  readonly phase: Phase | undefined
  readonly problem: Problem | undefined
  /** Questions that were asked during an answer. They follow by themselves. */
  readonly waiting: readonly WaitingQuestion[]
  /** Code or text of the page that goes with the next question. */
  readonly contexts: readonly PageContext[]
  /** The next question as far as it's written. It's kept with the conversation. */
  readonly draft: string
  /** Whether each answer helped, by its id. */
  readonly feedback: Readonly<Record<string, boolean>>
  readonly ask: (question: string, options?: AskOptions) => void
  /** Stops the answer, on the server too. A question that wasn't sent yet goes back into `draft`. */
  readonly stop: () => void
  /** Asks the last question again. */
  readonly retry: () => void
  /** Replaces a question and asks it. Everything after it is dropped. */
  readonly edit: (questionId: string, question: string) => void
  readonly addContext: (context: PageContext) => void
  readonly removeContext: (context: PageContext) => void
  readonly setDraft: (text: string) => void
  /** Takes back a waiting question. */
  readonly removeWaiting: (id: string) => void
  /** Says whether an answer helped. */
  readonly rate: (answerId: string, helpful: boolean) => void
  /** Starts a new conversation. */
  readonly reset: () => void
  /** Deletes the conversation, also where it's stored, and starts a new one. */
  readonly forget: () => void
}
