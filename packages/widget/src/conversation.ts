import type { MessageMetadata, SourceMetadata } from '@sidenote/contract'
import type { UIMessage } from 'ai'
import { citedNumbers } from './markdown/citations.ts'
import type { PageContext } from './page-context.ts'

/** What a message carries beside its text. The server fills in an answer's, the composer a question's. */
export interface MessageDetails extends Partial<MessageMetadata> {
  /** Of a question: what it was asked about. */
  readonly contexts?: readonly PageContext[]
  /** Of a question: the page it was asked on, unless the reader took that away. */
  readonly path?: string
  /** Of an answer: the reader stopped it. */
  readonly stopped?: boolean
}

export type ChatMessage = UIMessage<MessageDetails, { suggestions: string[] }>
type Part = ChatMessage['parts'][number]

/** A passage an answer is made from. */
export interface Source {
  readonly number: number
  readonly url: string
  readonly title: string
  readonly section: string | undefined
  readonly breadcrumbs: readonly string[]
  readonly snippet: string
}

/** A question and what came of it. */
export interface Exchange {
  readonly id: string
  readonly question: string
  readonly contexts: readonly PageContext[]
  readonly answer: Answer | undefined
}

export interface Answer {
  readonly id: string
  readonly text: string
  /** Whether the last piece of text was ended by the server. */
  readonly isWhole: boolean
  readonly sources: readonly Source[]
  readonly suggestions: readonly string[]
  /** What the assistant is looking for right now. */
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

function sourceOf(part: Extract<Part, { type: 'source-url' }>, index: number): Source {
  const said: Partial<SourceMetadata> = part.providerMetadata?.sidenote ?? {}
  const section = said.heading || undefined
  const title = part.title || said.path || part.url
  // The server names page and section in one, for clients that show nothing else.
  const ending = section ? ` › ${section}` : ''
  return {
    number: typeof said.number === 'number' ? said.number : index + 1,
    url: part.url,
    title: ending && title.endsWith(ending) ? title.slice(0, -ending.length) : title,
    section,
    breadcrumbs: strings(said.breadcrumbs),
    snippet: typeof said.snippet === 'string' ? said.snippet : '',
  }
}

function sourcesOf(parts: readonly Part[]): Source[] {
  const found = parts.filter((part) => part.type === 'source-url').map(sourceOf)
  return found.filter(({ number }, index) => found.findIndex((other) => other.number === number) === index)
}

/** The query of a tool call that has not come back yet. */
function queryOf(parts: readonly Part[]): string | undefined {
  for (const part of parts) {
    if (!part.type.startsWith('tool-') && part.type !== 'dynamic-tool') continue
    if (!('state' in part) || !('input' in part) || String(part.state).startsWith('output')) continue
    const { input } = part
    if (typeof input === 'object' && input !== null && 'query' in input && typeof input.query === 'string')
      return input.query
  }
  return undefined
}

function answerOf({ id, parts, metadata }: ChatMessage): Answer {
  const texts = parts.filter((part) => part.type === 'text')
  return {
    id,
    text: textOf(parts),
    isWhole: texts.length > 0 && texts.every(({ state }) => state !== 'streaming'),
    sources: sourcesOf(parts),
    suggestions: parts.flatMap((part) => (part.type === 'data-suggestions' ? strings(part.data) : [])),
    query: queryOf(parts),
    details: metadata ?? {},
  }
}

/** Pairs questions and answers, in order. */
export function toExchanges(messages: readonly ChatMessage[]): Exchange[] {
  const exchanges: Exchange[] = []
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'user') continue
    const next = messages[index + 1]
    exchanges.push({
      id: message.id,
      question: textOf(message.parts),
      contexts: message.metadata?.contexts ?? [],
      answer: next?.role === 'assistant' ? answerOf(next) : undefined,
    })
  }
  return exchanges
}

/** What the assistant is doing, for the reader; nothing once there is text to read. */
export type Phase =
  | { readonly kind: 'searching'; readonly query: string | undefined }
  | { readonly kind: 'reading'; readonly sources: readonly Source[] }

export function phaseOf(answer: Answer | undefined): Phase | undefined {
  if (answer?.query) return { kind: 'searching', query: answer.query }
  if (answer?.text) return undefined
  if (answer && answer.sources.length > 0) return { kind: 'reading', sources: answer.sources }
  return { kind: 'searching', query: undefined }
}

/** The sources that the text names, in the order it names them. */
export function citedSources({ text, sources }: Answer): Source[] {
  return citedNumbers(text).flatMap((number) => sources.find((source) => source.number === number) ?? [])
}

/** One entry for each page, its best passage first. */
export function closestPages({ sources }: Answer): Source[] {
  const page = ({ url }: Source) => url.split('#')[0]
  return sources.filter((source, index) => sources.findIndex((other) => page(other) === page(source)) === index)
}

/** The thread that the next question goes on with. */
export const threadOf = (messages: readonly ChatMessage[]): string | undefined =>
  messages.findLast(({ metadata }) => metadata?.threadId)?.metadata?.threadId

/** An answer as Markdown to paste elsewhere: the text with its sources below. */
export function asMarkdown(answer: Answer): string {
  const lines = citedSources(answer).map(({ number, title, section, url }) => {
    const name = section && section !== title ? `${title}: ${section}` : title
    return `[${number}] [${name}](${url})`
  })
  return lines.length > 0 ? `${answer.text.trim()}\n\n${lines.join('\n')}\n` : `${answer.text.trim()}\n`
}
