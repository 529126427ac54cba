import type { AssistantRequest, ContextItem } from '@sidenote/contract'
import type { TurnRow } from '../database/tables.ts'
import { readTerms } from '../docs/words.ts'
import { AppError } from '../errors.ts'
import type { Attachment } from './attachments.ts'

export interface Message {
  readonly role: 'user' | 'assistant'
  readonly text: string
}

/** What is asked, and everything it may refer to. */
export interface Conversation {
  readonly question: string
  /** Earlier messages, oldest first. */
  readonly history: readonly Message[]
  readonly context: readonly ContextItem[]
  readonly currentPath: string | undefined
  /** What the reader attached to the question. @default none */
  readonly attachments?: readonly Attachment[]
  /** How many files are attached that the site does not take. @default 0 */
  readonly unreadFiles?: number
}

/**
 * Reads the conversation out of a request. Only text of users and assistants counts: a client can write anything into its
 * messages, so system messages, tool results and files are left out.
 *
 * @throws AppError `invalid_request` when no user said anything.
 */
export const readConversation = (request: AssistantRequest): Conversation => {
  const messages: Message[] = []
  for (const { role, parts } of request.messages) {
    if (role !== 'user' && role !== 'assistant') continue
    const text = parts.flatMap((part) => (part.type === 'text' && part.text ? [part.text] : [])).join('\n\n')
    if (text.trim() !== '') messages.push({ role, text: text.trim() })
  }
  const last = messages.findLastIndex((message) => message.role === 'user')
  const question = messages[last]?.text
  if (question === undefined) {
    throw new AppError('invalid_request', 'The messages hold no text of a user: there is no question to answer.', {
      issues: [{ path: 'messages', message: 'needs a message with role `user` and a part of type `text`' }],
    })
  }
  return {
    question,
    history: messages.slice(0, last),
    context: request.context ?? [],
    currentPath: request.currentPath ?? undefined,
  }
}

/** Earlier turns of the thread, for clients that send the question alone. */
export const historyOf = (turns: readonly Pick<TurnRow, 'question' | 'answer'>[]): Message[] =>
  turns.flatMap((turn) => [
    { role: 'user' as const, text: turn.question },
    ...(turn.answer === '' ? [] : [{ role: 'assistant' as const, text: turn.answer }]),
  ])

const longestQuery = 4_000
const longestContext = 600
const mostEarlier = 3
const refersBack =
  /\b(?:it|its|this|that|these|those|they|them|one|ones|same|instead|also|else|there|then)\b|^(?:and|or|but|what about|how about|why)\b/i

/** “What is a bucket?”, “Where are the logs?” */
const asksWhat = /^\W*(?:what|who|where|when|which)(?:['’]s| is| are)\s+\S/i
const asks = /^\W*(?:what|who|where|when|which|how|is|are|do|does|can|could|should|will)\b/i

/** Does a question lean on what was said before it? “And in Python?”, “How often does it do that?” */
export const isFollowUp = (question: string): boolean => {
  const words = question.trim().split(/\s+/).length
  if (refersBack.test(question)) return words <= 14
  const isWhole = asksWhat.test(question) || (asks.test(question) && new Set(readTerms(question)).size >= 2)
  return words <= 4 && !isWhole
}

/**
 * The earlier questions that a question refers to, the latest first: back to the one that stands on its own. Empty when
 * the question itself does.
 */
export const earlierQuestions = ({ question, history }: Pick<Conversation, 'question' | 'history'>): string[] => {
  if (!isFollowUp(question)) return []
  const asked = history.flatMap(({ role, text }) => (role === 'user' ? [text.slice(0, longestContext)] : [])).reverse()
  const first = asked.findIndex((earlier) => !isFollowUp(earlier))
  return asked.slice(0, Math.min(mostEarlier, first < 0 ? asked.length : first + 1))
}

/** What to search for: the question with what it refers to. */
export const retrievalQuery = (conversation: Conversation): string =>
  [
    conversation.question,
    ...conversation.context.map((item) => item.value.slice(0, longestContext)),
    ...earlierQuestions(conversation),
  ]
    .join('\n')
    .slice(0, longestQuery)

/** True for "Summarise this page" and its like, which no search for words can find. */
export const asksAboutPage = (question: string): boolean =>
  /\b(?:this|current) (?:page|article|section|guide|document|doc|chapter|tutorial)\b/i.test(question)
