import type { Choice, Filter, MessageMetadata } from '@sidenote/contract'
import type { FileUIPart, UIMessage } from 'ai'
import type { PageContext } from '../page/page-context.ts'

/** What a message carries beside its text. The server fills in an answer's details, the composer a question's. */
export interface MessageDetails extends Partial<MessageMetadata> {
  /** Of a question: the selections that it's about. */
  readonly contexts?: readonly PageContext[]
  /** Of a question: path of the page it was asked on, unless the reader removed the page. */
  readonly path?: string
  /** Of a question: title of that page. */
  readonly page?: string
  /** Of a question: the reader's choice, for it and for all questions after it. */
  readonly filter?: Filter
  /** Of an answer: the reader stopped it. */
  readonly stopped?: boolean
  /** Of an answer: the server said that it's over. The transport adds it. */
  readonly ended?: boolean
}

/** A question or an answer, as the AI SDK has it. */
export type ChatMessage = UIMessage<
  MessageDetails,
  { suggestions: string[]; choices: Choice[]; search: { query: string } }
>

/** The files of a question. Without their bytes if it comes from storage. */
export const filesOf = ({ parts }: ChatMessage): FileUIPart[] => parts.filter((part) => part.type === 'file')

/** The thread that the next question continues. */
export const threadOf = (messages: readonly ChatMessage[]): string | undefined =>
  messages.findLast(({ metadata }) => metadata?.threadId)?.metadata?.threadId

/** The reader's latest choice, if an answer asked back. */
export const filterOf = (messages: readonly ChatMessage[]): Filter | undefined =>
  messages.findLast(({ metadata }) => metadata?.filter)?.metadata?.filter
