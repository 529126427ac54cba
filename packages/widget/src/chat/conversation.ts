import type { Choice, Filter, MessageMetadata, SourceMetadata } from '@sidenote/contract'
import type { FileUIPart, UIMessage } from 'ai'
import { citedNumbers, mapProse } from '../markdown/citations.ts'
import { parseAddress } from '../markdown/links.ts'
import type { PageContext } from '../page/page-context.ts'

/** What a message carries beside its text. The server fills in an answer's, the composer a question's. */
export interface MessageDetails extends Partial<MessageMetadata> {
  /** Of a question: what it was asked about. */
  readonly contexts?: readonly PageContext[]
  /** Of a question: the page it was asked on, unless the reader took that away. */
  readonly path?: string
  /** Of a question: what that page is called. */
  readonly page?: string
  /** Of a question: what the reader chose, for it and for all questions after it. */
  readonly filter?: Filter
  /** Of an answer: the reader stopped it. */
  readonly stopped?: boolean
}

export type ChatMessage = UIMessage<
  MessageDetails,
  { suggestions: string[]; choices: Choice[]; search: { query: string } }
>
type Part = ChatMessage['parts'][number]

/** A passage an answer is made from. */
export interface Source {
  readonly number: number
  readonly url: string
  /** Path of the page in the index, when the server says it. */
  readonly path: string | undefined
  readonly title: string
  readonly section: string | undefined
  readonly breadcrumbs: readonly string[]
  readonly snippet: string
  /** Version of the documentation that the page is of, where it names one. */
  readonly version: string | undefined
}

/** A question and what came of it. */
export interface Exchange {
  readonly id: string
  readonly question: string
  readonly contexts: readonly PageContext[]
  /** Title of the page it was asked on, where that is another than the question before was asked on. */
  readonly page: string | undefined
  /** Names of the files that went with it. */
  readonly files: readonly string[]
  readonly answer: Answer | undefined
}

export interface Answer {
  readonly id: string
  readonly text: string
  /** Whether the last piece of text was ended by the server. */
  readonly isWhole: boolean
  readonly sources: readonly Source[]
  readonly suggestions: readonly string[]
  /** What the question may mean, when the answer asks back. */
  readonly choices: readonly Choice[]
  /** What the assistant is looking for right now. */
  readonly query: string | undefined
  readonly details: MessageDetails
}

/** The files of a question; without their bytes when it was stored. */
export const filesOf = ({ parts }: ChatMessage): FileUIPart[] => parts.filter((part) => part.type === 'file')

const textOf = (parts: readonly Part[]): string =>
  parts
    .map((part) => (part.type === 'text' ? part.text : ''))
    .filter(Boolean)
    .join('\n\n')

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : []

const isChoice = (value: unknown): value is Choice =>
  typeof value === 'object' &&
  value !== null &&
  'label' in value &&
  typeof value.label === 'string' &&
  'question' in value &&
  typeof value.question === 'string'

const choices = (value: unknown): Choice[] => (Array.isArray(value) ? value.filter(isChoice).slice(0, 4) : [])

function sourceOf(part: Extract<Part, { type: 'source-url' }>, index: number): Source {
  const said: Partial<SourceMetadata> = part.providerMetadata?.sidenote ?? {}
  const section = said.heading || undefined
  const title = part.title || said.path || part.url
  // The server names page and section in one, for clients that show nothing else.
  const ending = section ? ` › ${section}` : ''
  return {
    number: typeof said.number === 'number' ? said.number : index + 1,
    url: part.url,
    path: typeof said.path === 'string' ? said.path : undefined,
    title: ending && title.endsWith(ending) ? title.slice(0, -ending.length) : title,
    section,
    breadcrumbs: strings(said.breadcrumbs),
    snippet: typeof said.snippet === 'string' ? said.snippet : '',
    version: typeof said.version === 'string' ? said.version : undefined,
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

function answerOf({ id, parts, metadata }: ChatMessage, supportUrl: string | undefined): Answer {
  const texts = parts.filter((part) => part.type === 'text')
  return {
    id,
    text: textOf(parts),
    isWhole: texts.length > 0 && texts.every(({ state }) => state !== 'streaming'),
    sources: sourcesOf(parts),
    suggestions: parts.flatMap((part) => (part.type === 'data-suggestions' ? strings(part.data) : [])),
    choices: parts.flatMap((part) => (part.type === 'data-choices' ? choices(part.data) : [])),
    query: queryOf(parts),
    details: { ...metadata, ...(supportUrl ? { supportUrl } : {}) },
  }
}

/** What each question was shown as last, and what that was made of. */
const made = new WeakMap<ChatMessage, { readonly of: readonly unknown[]; readonly exchange: Exchange }>()

/** The same object for the same messages, so that what is finished is not rendered again while the next answer grows. */
function exchangeOf(
  asked: ChatMessage,
  next: ChatMessage | undefined,
  hasPage: boolean,
  supportUrl?: string,
): Exchange {
  const of = [next, hasPage, supportUrl]
  const before = made.get(asked)
  if (before?.of.every((one, index) => one === of[index])) return before.exchange
  const { id, parts, metadata } = asked
  const exchange: Exchange = {
    id,
    question: textOf(parts),
    contexts: metadata?.contexts ?? [],
    page: hasPage ? metadata?.page : undefined,
    files: filesOf(asked).map(({ filename, mediaType }) => filename ?? mediaType),
    answer: next?.role === 'assistant' ? answerOf(next, supportUrl) : undefined,
  }
  made.set(asked, { of, exchange })
  return exchange
}

/** Pairs questions and answers, in order. @param supportUrl goes before the one that the server names */
export function toExchanges(messages: readonly ChatMessage[], supportUrl?: string): Exchange[] {
  const exchanges: Exchange[] = []
  let lastPage: string | undefined
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'user') continue
    const page = message.metadata?.page
    exchanges.push(exchangeOf(message, messages[index + 1], page !== lastPage, supportUrl))
    lastPage = page
  }
  return exchanges
}

/** What is searched for, unless it is the question itself: readers need not be told what they have just asked. */
export function searchingOther(question: string, searching: string | undefined): string | undefined {
  const words = searching?.replace(/\s+/g, ' ').trim()
  // Several questions searched together are no line to read.
  return !words || words.length > 80 || words === question.replace(/\s+/g, ' ').trim() ? undefined : words
}

/** What readers call a version. */
export const versionName = (version: string): string => (/^\d/.test(version) ? `v${version}` : version)

/** What the assistant is doing, for the reader; nothing once there is text to read. */
export type Phase =
  | { readonly kind: 'searching'; readonly query: string | undefined }
  | { readonly kind: 'reading'; readonly sources: readonly Source[] }

/** @param searching what the first search is for, when that is not the question as it was asked */
export function phaseOf(answer: Answer | undefined, searching?: string): Phase | undefined {
  if (answer?.query) return { kind: 'searching', query: answer.query }
  if (answer?.text) return undefined
  if (answer && answer.sources.length > 0) return { kind: 'reading', sources: answer.sources }
  return { kind: 'searching', query: searching }
}

/** The sources that the text names, in the order it names them. */
export function citedSources({ text, sources }: Answer): Source[] {
  return citedNumbers(text).flatMap((number) => sources.find((source) => source.number === number) ?? [])
}

/**
 * The pages that the server names as nearest; else one entry for each source's page, its best passage first. Those that the
 * text names itself, by title and number, are left out, and all of them when it has such a list of its own.
 */
export function closestPages(answer: Answer): Source[] {
  const nearest = (answer.details.nearest ?? []).map(({ title, url, path }, index) => ({
    ...{ number: index + 1, url, path, title },
    ...{ section: undefined, breadcrumbs: [], snippet: '', version: undefined },
  }))
  const named = citedSources(answer).filter(({ title }) => answer.text.includes(title))
  if (named.length > 1) return []
  const pages = new Set(named.map(pageOf))
  return (nearest.length > 0 ? nearest : answer.sources).filter((source) => {
    const isNew = !pages.has(pageOf(source))
    pages.add(pageOf(source))
    return isNew
  })
}

/** Without a last line that only tells the address to which a button below leads as well. */
export function withoutAddress(text: string, address: string): string {
  const end = text.lastIndexOf('\n\n')
  const line = text.slice(end + 2)
  return end > 0 && line.includes(address) && line.split(' ').length <= 6 ? text.slice(0, end) : text
}

const pageOf = ({ url }: Source): string | undefined => url.split('#')[0]

/** The thread that the next question goes on with. */
export const threadOf = (messages: readonly ChatMessage[]): string | undefined =>
  messages.findLast(({ metadata }) => metadata?.threadId)?.metadata?.threadId

/** What the reader has chosen last, in answer to a question back. */
export const chosenFilter = (messages: readonly ChatMessage[]): Filter | undefined =>
  messages.findLast(({ metadata }) => metadata?.filter)?.metadata?.filter

/** Whether an answer has not come to its end: a connection that was lost leaves such a one, and so does a reload. */
export function isOpen({ answer }: Exchange): boolean {
  if (!answer) return true
  const { isWhole, details } = answer
  return !isWhole && !details.stopped && details.answered === undefined && details.retryable === undefined
}

/** What an answer lacks, once nothing more comes of it; nothing when it is whole. */
export type Shortfall = 'noAnswer' | 'incomplete' | 'stopped'

export function shortfallOf(answer: Answer | undefined): Shortfall | undefined {
  if (answer?.details.stopped) return 'stopped'
  if (answer?.isWhole && answer.details.retryable === undefined && !answer.details.cut) return undefined
  return answer?.text ? 'incomplete' : 'noAnswer'
}

/** What is said of it. */
type ShortfallTexts = Readonly<Record<Shortfall, string>>

/** Where an address leads from anywhere else than the page. */
const absolute = (address: string, base: string): string => parseAddress(address, base)?.href ?? address

const linkCitations = (text: string, cited: readonly Source[], base: string): string =>
  mapProse(text, (prose) =>
    prose.replace(/\[(\d{1,3})\]/g, (mark, number) => {
      const at = cited.findIndex((other) => other.number === Number(number))
      const source = cited[at]
      return source ? `[[${at + 1}]](${absolute(source.url, base)})` : mark
    }),
  )

/**
 * An answer as Markdown to paste elsewhere: its citations are links with the numbers that readers see, and its sources stand
 * below, after what it lacks.
 * @param base address of the page, from which the sources' addresses go out
 */
export function asMarkdown(answer: Answer, base: string, texts: ShortfallTexts): string {
  const cited = citedSources(answer)
  const text = linkCitations(answer.text.trim(), cited, base)
  const lines = cited.map(({ title, section, url }, index) => {
    const name = section && section !== title ? `${title}: ${section}` : title
    return `- [${index + 1}] [${name}](${absolute(url, base)})`
  })
  const shortfall = shortfallOf(answer)
  return [text, shortfall && `*${texts[shortfall]}*`, lines.join('\n')].filter(Boolean).join('\n\n').concat('\n')
}

/** What the reader put beside a question, quoted above it. */
const asQuote = ({ type, value, language = '' }: PageContext): string =>
  type === 'code' ? `\`\`\`${language}\n${value}\n\`\`\`` : value.replace(/^/gm, '> ')

/** The whole conversation as Markdown: each question a heading. */
export const conversationAsMarkdown = (exchanges: readonly Exchange[], base: string, texts: ShortfallTexts): string =>
  exchanges
    .map(({ question, contexts, answer }) =>
      [
        `## ${question.replace(/\s+/g, ' ')}`,
        ...contexts.map(asQuote),
        answer ? asMarkdown(answer, base, texts).trim() : `*${texts.noAnswer}*`,
      ].join('\n\n'),
    )
    .join('\n\n')
    .concat('\n')
