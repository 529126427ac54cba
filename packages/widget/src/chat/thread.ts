import type { PageContext } from '../page/page-context.ts'
import { fieldsOf, stringOf } from './fields.ts'
import type { ChatMessage } from './message.ts'

/** A conversation, with what the reader is about to ask. This is what the browser stores. */
export interface Thread {
  /** Names the conversation, also to the server. Random. */
  readonly id: string
  /** Names the reader. Random, and the same for all questions from this browser. */
  readonly fp: string
  readonly messages: readonly ChatMessage[]
  readonly draft: string
  /** Selections for the next question. */
  readonly contexts: readonly PageContext[]
  /** Whether answers helped, by message id. */
  readonly feedback: Readonly<Record<string, boolean>>
  /** The consent text that the reader agreed to. */
  readonly agreed: string
}

/** A thread from storage. */
export interface SavedThread extends Thread {
  /** When it was last written, in ms since 1970. */
  readonly savedAt: number
}

/** A name that nobody can guess. */
export const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** A new conversation. @param fp the reader; a new one by default */
export const emptyThread = (fp: string = randomId()): SavedThread => ({
  id: randomId(),
  fp,
  messages: [],
  draft: '',
  contexts: [],
  feedback: {},
  agreed: '',
  savedAt: 0,
})

/** Whether there is nothing worth storing: no messages, no draft, no selections and no consent. */
export const isEmpty = ({ messages, draft, contexts, agreed }: Thread): boolean =>
  messages.length === 0 && contexts.length === 0 && !draft && !agreed

/** Whether a value from storage is a thread that this version can read. */
export const isSavedThread = (value: unknown): value is SavedThread => {
  const { fp, savedAt, messages } = fieldsOf(value)
  return (
    stringOf(fp) !== undefined &&
    typeof savedAt === 'number' &&
    Array.isArray(messages) &&
    messages.every((message) => typeof message?.id === 'string' && Array.isArray(message?.parts))
  )
}
