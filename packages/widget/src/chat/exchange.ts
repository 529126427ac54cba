import type { Choice } from '@sidenote/contract'
import type { PageContext } from '../page/page-context.ts'
import { fieldsOf, stringOf } from './fields.ts'
import { type ChatMessage, filesOf, type MessageDetails } from './message.ts'
import type { Source } from './source.ts'

export type { Source } from './source.ts'

type Part = ChatMessage['parts'][number]

/** A question and its answer. */
export interface Exchange {
  readonly id: string
  readonly question: string
  readonly contexts: readonly PageContext[]
  /** Title of the page it was asked on, if the previous question was asked on another page. */
  readonly page: string | undefined
  /** Names of the attached files. */
  readonly files: readonly string[]
  readonly answer: Answer | undefined
}

/** An answer, which may still be growing. */
export interface Answer {
  readonly id: string
  readonly text: string
  /** Whether the server ended the last piece of text. */
  readonly isWhole: boolean
  readonly sources: readonly Source[]
  readonly suggestions: readonly string[]
  /** The possible meanings of the question, if the answer asks back. */
  readonly choices: readonly Choice[]
  /** What the assistant is searching for right now. */
  readonly query: string | undefined
  readonly details: MessageDetails
}

const textOf = (parts: readonly Part[]): string =>
  parts
    .map((part) => (part.type === 'text' ? part.text : ''))
    .filter(Boolean)
    .join('\n\n')

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : []

const isChoice = (value: unknown): value is Choice => {
  const { label, question } = fieldsOf(value)
  return stringOf(label) !== undefined && stringOf(question) !== undefined
}

const choices = (value: unknown): Choice[] => (Array.isArray(value) ? value.filter(isChoice).slice(0, 4) : [])

function sourceOf(part: Extract<Part, { type: 'source-url' }>, index: number): Source {
  const { number, path, heading, breadcrumbs, snippet, version } = fieldsOf(part.providerMetadata?.sidenote)
  const section = stringOf(heading) || undefined
  const title = part.title || stringOf(path) || part.url
  // The server puts page and section into one title, for clients that show nothing else.
  const suffix = section ? ` › ${section}` : ''
  return {
    number: typeof number === 'number' ? number : index + 1,
    url: part.url,
    path: stringOf(path),
    title: suffix && title.endsWith(suffix) ? title.slice(0, -suffix.length) : title,
    section,
    breadcrumbs: strings(breadcrumbs),
    snippet: stringOf(snippet) ?? '',
    version: stringOf(version),
  }
}

function sourcesOf(parts: readonly Part[]): Source[] {
  const sources = parts.filter((part) => part.type === 'source-url').map(sourceOf)
  return sources.filter(({ number }, index) => sources.findIndex((other) => other.number === number) === index)
}

/** The query of a tool call that is still running. */
function queryOf(parts: readonly Part[]): string | undefined {
  for (const part of parts) {
    if (!part.type.startsWith('tool-') && part.type !== 'dynamic-tool') continue
    const { state, input } = fieldsOf(part)
    const query = stringOf(fieldsOf(input).query)
    if (query !== undefined && !stringOf(state)?.startsWith('output')) return query
  }
  return undefined
}

function isWhole(parts: readonly Part[]): boolean {
  const texts = parts.filter((part) => part.type === 'text')
  return texts.length > 0 && texts.every(({ state }) => state !== 'streaming')
}

/** Reads an answer from its message. @param supportUrl takes precedence over the server's */
export function answerOf({ id, parts, metadata }: ChatMessage, supportUrl?: string): Answer {
  return {
    id,
    text: textOf(parts),
    isWhole: isWhole(parts),
    sources: sourcesOf(parts),
    suggestions: parts.flatMap((part) => (part.type === 'data-suggestions' ? strings(part.data) : [])),
    choices: parts.flatMap((part) => (part.type === 'data-choices' ? choices(part.data) : [])),
    query: queryOf(parts),
    details: { ...metadata, ...(supportUrl ? { supportUrl } : {}) },
  }
}

/** What an exchange is made from. */
interface ExchangeParts {
  readonly question: ChatMessage
  readonly next: ChatMessage | undefined
  readonly hasPage: boolean
  readonly supportUrl: string | undefined
}

/** The last exchange of each question, with what it was made from. */
const exchangeCache = new WeakMap<ChatMessage, { readonly parts: ExchangeParts; readonly exchange: Exchange }>()

/** Returns the same object for the same messages, so that finished answers aren't rendered again while one grows. */
function exchangeOf(parts: ExchangeParts): Exchange {
  const { question, next, hasPage, supportUrl } = parts
  const cached = exchangeCache.get(question)
  const { next: lastNext, hasPage: hadPage, supportUrl: lastSupportUrl } = cached?.parts ?? {}
  if (cached && lastNext === next && hadPage === hasPage && lastSupportUrl === supportUrl) return cached.exchange
  const exchange: Exchange = {
    id: question.id,
    question: textOf(question.parts),
    contexts: question.metadata?.contexts ?? [],
    page: hasPage ? question.metadata?.page : undefined,
    files: filesOf(question).map(({ filename, mediaType }) => filename ?? mediaType),
    answer: next?.role === 'assistant' ? answerOf(next, supportUrl) : undefined,
  }
  exchangeCache.set(question, { parts, exchange })
  return exchange
}

/** Pairs questions with their answers, in order. @param supportUrl takes precedence over the server's */
export function toExchanges(messages: readonly ChatMessage[], supportUrl?: string): Exchange[] {
  const exchanges: Exchange[] = []
  let lastPage: string | undefined
  for (const [index, question] of messages.entries()) {
    if (question.role !== 'user') continue
    const page = question.metadata?.page
    exchanges.push(exchangeOf({ question, next: messages[index + 1], hasPage: page !== lastPage, supportUrl }))
    lastPage = page
  }
  return exchanges
}

const isAtItsEnd = ({ isWhole, details }: Pick<Answer, 'isWhole' | 'details'>): boolean =>
  isWhole || details.stopped || details.ended || details.answered !== undefined || details.retryable !== undefined

/** Whether the answer hasn't come to its end. That's so after a lost connection or a reload. */
export const isOpen = ({ answer }: Exchange): boolean => !answer || !isAtItsEnd(answer)

/** Whether a message is an answer that hasn't come to its end. */
export const isUnfinishedAnswer = ({ role, parts, metadata = {} }: ChatMessage): boolean =>
  role === 'assistant' && !isAtItsEnd({ isWhole: isWhole(parts), details: metadata })
