import type { AssistantRequest, ContextItem, RequestMessage } from '@sidenote/contract'
import type { TurnRow } from '../../database/tables.ts'
import { type AppError, invalidValue } from '../../errors.ts'
import { beginningOf, endsOf } from '../../pages/plain-text.ts'
import type { Attachment } from './attachments.ts'
import { isFollowUp, withoutCourtesy } from './follow-up.ts'
import { findPhrase, includesAny, phrasesOf, plainOf, unspaced } from './wording.ts'

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

/** In characters: what models are given of a question, of one selection and of all, and what is kept of them. */
const longest = { question: 12_000, selection: 8_000, selections: 24_000 }

/**
 * Reads the conversation out of a request. Only text of users and assistants counts: a client can write anything into its
 * messages. Of a long question its beginning and its end are read, as what is asked stands before or after what was pasted.
 *
 * @throws AppError `invalid_request` when no user said anything, or nothing but files last.
 */
export const readConversation = (request: AssistantRequest): Conversation => {
  const messages = request.messages.flatMap(({ role, parts }): Message[] =>
    role === 'user' || role === 'assistant' ? [{ role, text: textOf(parts) }] : [],
  )
  const last = messages.findLastIndex((message) => message.role === 'user')
  const question = messages[last]?.text
  if (!question) throw noQuestion(request)
  let room = longest.selections
  const context = (request.context ?? []).flatMap((item) => {
    const value = beginningOf(item.value, Math.min(longest.selection, room))
    if (value.trim() === '') return []
    room -= value.length
    return [{ ...item, value }]
  })
  const history = messages.slice(0, last).filter(({ text }) => text !== '')
  return {
    question: endsOf(question, longest.question),
    history,
    context,
    currentPath: request.currentPath ?? undefined,
  }
}

/** What is not there: a message of a user, or text in the last one. */
const noQuestion = ({ messages }: AssistantRequest): AppError => {
  const at = messages.findLastIndex(({ role }) => role === 'user')
  if (at < 0) return invalidValue('messages', 'The messages hold none of a user: there is no question to answer.')
  const message = `messages[${at}] has no text, but must ask something: it is the last message of the user.`
  return invalidValue(`messages[${at}]`, message)
}

const textOf = (parts: RequestMessage['parts']): string =>
  parts
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' && text !== '' ? [text] : []))
    .join('\n\n')
    .trim()

/** Earlier turns of the thread, for clients that send the question alone. */
export const historyOf = (turns: readonly Pick<TurnRow, 'question' | 'answer'>[]): Message[] =>
  turns.flatMap((turn) => [
    { role: 'user' as const, text: turn.question },
    ...(turn.answer === '' ? [] : [{ role: 'assistant' as const, text: turn.answer }]),
  ])

/** In characters: of a query, of the question in it, and of each of the few others. */
const longestPart = { query: 4_000, asked: 2_000, other: 600 }
const mostEarlier = 3
/**
 * The earlier questions that a question refers to, the latest first: back to the one that stands on its own. Empty when
 * the question itself does.
 */
export const earlierQuestions = ({ question, history }: Pick<Conversation, 'question' | 'history'>): string[] => {
  if (!isFollowUp(question)) return []
  const asked = history.filter(({ role, text }) => role === 'user' && withoutCourtesy(text)).reverse()
  const first = asked.findIndex(({ text }) => !isFollowUp(beginningOf(text, longestPart.other)))
  const count = Math.min(mostEarlier, first < 0 ? asked.length : first + 1)
  return asked.slice(0, count).map(({ text }) => beginningOf(text, longestPart.other))
}

/** What to search for: the question with what it refers to. */
export const retrievalQuery = (conversation: Conversation): string => {
  const context = conversation.context.map((item) => beginningOf(item.value, longestPart.other))
  const question = endsOf(conversation.question, longestPart.asked)
  return beginningOf([question, ...context, ...earlierQuestions(conversation)].join('\n'), longestPart.query)
}

/** True for “Summarise this page” and its like, which no search for words can find. */
export const asksAboutPage = (question: string): boolean =>
  findPhrase(plainOf(question), phrasesOf('page')) !== null ||
  Object.values(unspaced).some(({ page }) => includesAny(question, page))
