import type { Filter } from '@sidenote/contract'
import type { FileUIPart } from 'ai'
import type { PageContext } from '../page/page-context.ts'
import type { Attachment } from './attachments.ts'
import type { Exchange } from './exchange.ts'
import type { MessageDetails } from './message.ts'
import type { Rating } from './post-feedback.ts'
import type { AskProblem } from './problem.ts'
import type { SavedThread } from './thread.ts'
import type { Reconnection } from './use-reconnection.ts'

/** A question, ready to be sent. */
export interface PreparedQuestion {
  readonly question: string
  readonly details: MessageDetails
  readonly files: FileUIPart[]
}

/** A question that waits until the previous one has been answered. */
export interface QueuedQuestion extends PreparedQuestion {
  readonly id: string
}

/** Everything the panel knows and can do. */
export interface Assistant {
  readonly exchanges: readonly Exchange[]
  /** A question is being answered. */
  readonly isBusy: boolean
  /** The connection was lost, and the panel tries to reconnect. */
  readonly reconnection: Reconnection | undefined
  /** Why the last question has no whole answer. */
  readonly problem: AskProblem | undefined
  /** The first search query of the running answer, as the server sent it. */
  readonly searching: string | undefined
  /** The part of the documentation to answer from: the owner's choice and the reader's. */
  readonly filter: Filter
  /** Hosts that images in answers may come from. */
  readonly imageHosts: readonly string[]
  readonly draft: string
  readonly contexts: readonly PageContext[]
  /** Files that go with the next question. */
  readonly attachments: readonly Attachment[]
  /** Media types that may be attached. Empty disables attachments. */
  readonly attachmentTypes: readonly string[]
  /** Title of the page that goes with the next question. Undefined if the reader removed it. */
  readonly page: string | undefined
  readonly feedback: Readonly<Record<string, boolean>>
  /** The consent text that the reader agreed to. */
  readonly agreed: string
  readonly queue: readonly QueuedQuestion[]
  /** Earlier conversations, newest first. */
  readonly earlier: readonly SavedThread[]
  /**
   * Asks a question, or queues it while another is being answered or waits for the connection.
   * @param filter the reader's choice, if an answer asked back
   */
  ask(question: string, contexts?: readonly PageContext[], filter?: Filter): void
  /** Replaces a question and asks it; everything after it is dropped. */
  edit(exchange: Exchange, question: string): void
  unqueue(id: string): void
  stop(): void
  retry(): void
  /** Starts a new conversation; this one becomes an earlier one. */
  reset(): void
  /** Deletes the conversation from the browser, and starts a new one with a new `fp`. */
  forget(): void
  /** Opens an earlier conversation. */
  recall(thread: SavedThread): void
  removeEarlier(id: string): void
  /** Deletes all conversations from the browser. */
  forgetAll(): void
  agree(text: string): void
  write(draft: string): void
  add(context: PageContext): void
  remove(context: PageContext): void
  attach(attachments: readonly Attachment[]): void
  detach(attachment: Attachment): void
  removePage(): void
  /** Sends feedback. Returns whether the server took it. */
  rate(messageId: string, rating: Rating): Promise<boolean>
}
