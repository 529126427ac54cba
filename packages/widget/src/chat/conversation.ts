import type { ChatStatus } from 'ai'
import { type Exchange, isOpen, toExchanges } from './exchange.ts'
import type { ChatMessage } from './message.ts'
import { AskProblem, problemOfError } from './problem.ts'
import type { PreparedQuestion } from './question.ts'

/** A try to reconnect to a running answer. */
export interface Reconnection {
  readonly attempt: number
  readonly of: number
}

/** The conversation as the SDK's chat has it, and the state of its connection. */
export interface ConversationState {
  readonly messages: readonly ChatMessage[]
  readonly status: ChatStatus
  readonly error: Error | undefined
  /** The connection was lost, and the panel tries to reconnect. */
  readonly reconnection: Reconnection | undefined
  /** The first search query of the running answer, as the server sent it. */
  readonly searching: string | undefined
  /** A question that waits until the chat has loaded. */
  readonly asked: PreparedQuestion | undefined
}

/** The conversation as it's shown. */
export interface ConversationView extends Pick<ConversationState, 'reconnection' | 'searching' | 'asked'> {
  readonly exchanges: readonly Exchange[]
  /** A question is being answered. */
  readonly isBusy: boolean
  /** Why the last question has no whole answer. */
  readonly problem: AskProblem | undefined
}

/** A conversation in which nothing happens. */
export const restingConversation = (messages: readonly ChatMessage[]): ConversationState => ({
  messages,
  status: 'ready',
  error: undefined,
  reconnection: undefined,
  searching: undefined,
  asked: undefined,
})

/** Whether a question is being answered. */
export const isBusy = ({ status, reconnection }: Pick<ConversationState, 'status' | 'reconnection'>): boolean =>
  status === 'submitted' || status === 'streaming' || reconnection !== undefined

/** Whether the last question has no whole answer yet. */
export const isUnfinished = (messages: readonly ChatMessage[]): boolean => {
  const last = toExchanges(messages).at(-1)
  return last !== undefined && isOpen(last)
}

/** Why the last question has no whole answer: an error now, or an answer that once ended without being whole. */
function problemOf(error: Error | undefined, last: Exchange | undefined): AskProblem | undefined {
  const answer = last?.answer
  if (error)
    return problemOfError(error, {
      hasText: Boolean(answer?.text),
      isOnline: navigator.onLine,
      details: answer?.details,
    })
  if (!last || answer?.details.stopped || answer?.isWhole) return undefined
  if (answer?.details.ended) return new AskProblem('empty', 'The answer has no text.')
  return new AskProblem('cut', 'The answer ended before it was complete.')
}

const views = new WeakMap<ConversationState, { supportUrl: string | undefined; view: ConversationView }>()

/** What is shown of a state: the same object for the same state. @param supportUrl takes precedence over the server's */
export function viewOf(state: ConversationState, supportUrl?: string): ConversationView {
  const cached = views.get(state)
  if (cached && cached.supportUrl === supportUrl) return cached.view
  const exchanges = toExchanges(state.messages, supportUrl)
  const busy = isBusy(state)
  const view: ConversationView = {
    exchanges,
    isBusy: busy,
    problem: busy ? undefined : problemOf(state.error, exchanges.at(-1)),
    // Text that arrives says more than that the panel tries.
    reconnection: state.status === 'streaming' ? undefined : state.reconnection,
    searching: state.searching,
    asked: state.asked,
  }
  views.set(state, { supportUrl, view })
  return view
}
