import { phaseOf, searchNotice, shortfallOf } from '../chat/answer-state.ts'
import type { ConversationView } from '../chat/conversation.ts'
import type { Answer as AnswerParts, Exchange } from '../chat/exchange.ts'
import type { AskProblem } from '../chat/problem.ts'
import type { Answer, Message, Phase, Problem, Question } from './state.ts'

const questionOf = ({ id, question, contexts }: Exchange): Question => ({ role: 'user', id, text: question, contexts })

const statusOf = (answer: AnswerParts): Answer['status'] => {
  const shortfall = shortfallOf(answer)
  if (!shortfall) return 'complete'
  return shortfall === 'stopped' ? 'stopped' : 'incomplete'
}

const answerOf = (answer: AnswerParts, isGrowing: boolean): Answer => ({
  role: 'assistant',
  id: answer.id,
  text: answer.text,
  status: isGrowing ? 'growing' : statusOf(answer),
  sources: answer.sources,
  citations: answer.details.citations ?? [],
  unsupported: answer.details.unsupported ?? [],
  answered: answer.details.answered,
  nearest: answer.details.nearest ?? [],
  supportUrl: answer.details.supportUrl,
  choices: answer.choices,
  suggestions: answer.suggestions,
})

/** The same objects for the same exchange, so that only what grows is rendered again. */
const finished = new WeakMap<Exchange, readonly Message[]>()

function messagesOfExchange(exchange: Exchange, isGrowing: boolean): readonly Message[] {
  const cached = isGrowing ? undefined : finished.get(exchange)
  if (cached) return cached
  const { answer } = exchange
  const messages = [questionOf(exchange), ...(answer ? [answerOf(answer, isGrowing)] : [])]
  if (!isGrowing) finished.set(exchange, messages)
  return messages
}

/** The conversation as messages. A question that waits for the chat's file is one of them. */
export function messagesOf({ exchanges, isBusy, asked }: ConversationView): readonly Message[] {
  const last = exchanges.at(-1)
  const messages = exchanges.flatMap((exchange) => messagesOfExchange(exchange, isBusy && exchange === last))
  if (!asked) return messages
  return [...messages, { role: 'user', id: 'asked', text: asked.question, contexts: asked.details.contexts ?? [] }]
}

/** What the assistant does right now. */
export function phaseOfView({
  exchanges,
  isBusy,
  reconnection,
  searching,
  asked,
}: ConversationView): Phase | undefined {
  if (!isBusy) return undefined
  if (reconnection) return { kind: 'reconnecting', ...reconnection }
  const last = asked ? undefined : exchanges.at(-1)
  return phaseOf(last?.answer, searchNotice(last?.question ?? '', searching)) ?? { kind: 'writing' }
}

/** A problem as an object without the error's stack. */
export const problemOfView = ({ kind, message, code, retryable, retryAfter }: AskProblem): Problem => ({
  kind,
  message,
  code,
  retryable,
  retryAfter,
})
