import type { AssistantRequest, Choice, MessageMetadata, NearestPage, SiteSettings } from '@sidenote/contract'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { SiteRow } from '../database/tables.ts'
import { beginningOf } from '../pages/plain-text.ts'
import type { SearchIndex } from '../search/search-index.ts'
import { writeChoices } from './choices.ts'
import type { AnswerChunk } from './chunk.ts'
import { checkAnswer } from './grounding/check-answer.ts'
import { type CitationFilter, createCitationFilter } from './grounding/citations.ts'
import { saysUnanswered } from './grounding/unanswered.ts'
import { askModels, type Deadlines, defaultDeadlines } from './models/ask-models.ts'
import { explainFailure } from './models/explain-failure.ts'
import type { Models } from './models/models.ts'
import { createPartWriter } from './part-writer.ts'
import { type NamedSection, writePrompt } from './prompt.ts'
import { type Aspect, namedEditions } from './question/ambiguity.ts'
import { countFiles, readAttachments } from './question/attachments.ts'
import { type Conversation, earlierQuestions, historyOf, readConversation } from './question/conversation.ts'
import { readDeclined, writeDeclined } from './question/off-topic.ts'
import { writeQuery } from './question/standalone-question.ts'
import { translateQuery } from './question/translate-query.ts'
import { retrieve, sourceCount } from './retrieve.ts'
import { readSiteSettings } from './site-settings.ts'
import type { Source, SourceList } from './sources.ts'
import { suggestQuestions } from './suggestions.ts'
import { openThread, readTurns, requireThread } from './threads.ts'
import { createTools } from './tools.ts'
import { startRecord, type TurnRecord } from './turn-record.ts'

export interface Assistant {
  readonly database: Database
  readonly searchIndex: SearchIndex
  readonly models: Models
  readonly log: Logger
  readonly deadlines?: Deadlines
}

type AssistantSite = Pick<SiteRow, 'id' | 'domain' | 'name' | 'url'>

interface AnswerRequest {
  readonly site: AssistantSite
  readonly request: AssistantRequest
  /** What `readQuestion` made of the request. */
  readonly asked: Conversation
  /** Fires when nobody waits for the answer any more; the model is let go at once. */
  readonly signal: AbortSignal
  /** Told what each model call has cost, when it has ended. */
  readonly onTokens?: ((tokens: number) => void) | undefined
}

/** The reason of a signal that fires because the reader wants no more: the answer then ends with `finish`. */
export const stoppedByReader = new Error('The reader stopped the answer.')

const rememberedTurns = 6
/** In characters: some five pages. What goes on longer is no answer. */
const longestAnswer = 16_000
/** Of what the reader is told to be searched, in characters. */
const longestNotice = 300

/**
 * Reads what is asked, and refuses what no answer can be made of: a question without words, files that the site does not
 * take, a thread that is not the reader’s.
 *
 * @throws AppError `invalid_request`, `too_large` or `not_found`
 */
export const readQuestion = async (
  database: Database,
  site: AssistantSite,
  request: AssistantRequest,
): Promise<Conversation> => {
  const said = readConversation(request)
  const files = countFiles(request) > 0 ? await readFiles(database, site, request) : {}
  const { threadId, fp } = request
  if (threadId) await requireThread(database, site, { threadId, fp })
  return { ...said, ...files }
}

/** The files of the question, as far as the settings of the site allow them. */
const readFiles = async (
  database: Database,
  site: AssistantSite,
  request: AssistantRequest,
): Promise<Pick<Conversation, 'attachments' | 'unreadFiles'>> => {
  const { attachments: allowed } = await readSiteSettings(database, site)
  if (allowed.length === 0) return { unreadFiles: countFiles(request) }
  return { attachments: readAttachments(request, allowed) }
}

/**
 * Answers a question from the pages of one site: opens the thread, searches, writes the prompt, streams the answer and
 * stores the turn. The chunks always end with `finish` or `error`, except when the signal
 * fires for another reason than `stoppedByReader`.
 *
 * @throws AppError `not_found`, before anything is streamed, for a thread that is not the reader’s.
 */
export const answer = async (
  assistant: Assistant,
  request: AnswerRequest,
): Promise<{ threadId: string; chunks: AsyncIterable<AnswerChunk> }> => {
  const threadId = await openThread(assistant.database, request.site, request.request)
  return { threadId, chunks: streamTurn(assistant, { ...request, threadId }) }
}

type Turn = AnswerRequest & { threadId: string }

async function* streamTurn(assistant: Assistant, turn: Turn): AsyncGenerator<AnswerChunk> {
  const record = startRecord(
    { database: assistant.database, log: assistant.log, model: assistant.models[0].name },
    turn,
  )
  const { threadId } = turn
  try {
    yield { type: 'start', messageId: record.id, messageMetadata: { threadId } satisfies MessageMetadata }
    const [conversation, settings] = await Promise.all([
      recallHistory(assistant.database, turn),
      readSiteSettings(assistant.database, turn.site),
    ])
    const query = await writeQuery(assistant.models, conversation, { ...turn, log: assistant.log })
    yield { type: 'data-search', data: { query: beginningOf(query, longestNotice) }, transient: true }
    const siteName = settings.name ?? turn.site.name
    const find = (words: string) =>
      retrieve(assistant.searchIndex, turn.site, { request: turn.request, conversation, query: words, siteName })
    const found = await find(query)
    const declined = readDeclined(turn.asked.question, {
      neverTalkAbout: settings.neverTalkAbout,
      languages: settings.languages,
      found: found.sources.all.map(({ title, content }) => `${title} ${content}`),
    })
    if (declined) {
      yield* declineTurn(turn, record, writeDeclined(declined, siteName))
      return
    }
    const { question } = turn.asked
    const inEnglish = await translateQuery(
      assistant.models,
      { question, query, sources: found.sources.all },
      { ...turn, log: assistant.log },
    )
    if (inEnglish) yield { type: 'data-search', data: { query: inEnglish }, transient: true }
    const { sources, others, open } = inEnglish ? await find(inEnglish) : found
    record.sources = sources
    const said = createCitationFilter(sources.has)
    const state: AnswerState = {
      conversation,
      query: inEnglish ?? query,
      settings,
      sources,
      others,
      open,
      said,
      record,
      cut: false,
    }
    yield* streamAnswer(assistant, turn, state)
    const choices = writeChoices(said.choices, sources.all, { question, filter: turn.request.filter })
    const status = statusOf(said, choices, record.answer)
    if (record.answer.trim() === '') yield* writeSentence(record, writeUnsaid(status, siteName))
    if (choices.length > 0) yield { type: 'data-choices', data: choices }
    if (status === 'answered' || status === 'unanswered') {
      const uncited = sources.all.filter((source) => !said.cited.has(source.number))
      const suggestions = suggestQuestions(siteName, question, [...uncited, ...others])
      if (suggestions.length > 0) yield { type: 'data-suggestions', data: suggestions }
    }
    // Before `finish`: a reader may send feedback as soon as the answer has ended.
    await record.save(status)
    yield finish(turn, record, describeAnswer(state, status))
  } catch (error) {
    if (turn.signal.aborted) {
      if (turn.signal.reason !== stoppedByReader) return
      await record.save('aborted', 'stopped')
      yield finish(turn, record, { stopped: true })
      return
    }
    assistant.log.error({ err: error, site: turn.site.domain, messageId: record.id }, 'answer failed')
    await record.save('failed')
    yield* explainFailure(error, threadId)
  } finally {
    await record.save('aborted')
  }
}

type Status = 'answered' | 'unanswered' | 'clarifying' | 'declined'

const statusOf = (
  { declined, unanswered, cited }: CitationFilter,
  choices: readonly Choice[],
  answer: string,
): Status => {
  if (declined) return 'declined'
  if (choices.length > 0) return 'clarifying'
  return cited.size > 0 && !unanswered && !saysUnanswered(answer) ? 'answered' : 'unanswered'
}

/** The end of an answer. `threadId` also stands on the part itself, for clients that are not the AI SDK. */
const finish = (
  { threadId, request }: Turn,
  { model, isLost }: TurnRecord,
  more: Omit<MessageMetadata, 'threadId'>,
): AnswerChunk => {
  const messageMetadata: MessageMetadata = { threadId, ...more, model, ...(isLost && { stored: false }) }
  const isSdk = typeof request.trigger === 'string'
  return { type: 'finish', messageMetadata, ...(!isSdk && { threadId }) }
}

/** One sentence, without asking a model. */
async function* declineTurn(turn: Turn, record: TurnRecord, sentence: string): AsyncGenerator<AnswerChunk> {
  yield* writeSentence(record, sentence)
  await record.save('declined')
  yield finish(turn, record, { answered: false, declined: true })
}

function* writeSentence(record: TurnRecord, sentence: string): Generator<AnswerChunk> {
  record.answer = sentence
  yield { type: 'text-start', id: 'text_0' }
  yield { type: 'text-delta', id: 'text_0', delta: sentence }
  yield { type: 'text-end', id: 'text_0' }
}

/** For a model that has written its mark and not a word. */
const writeUnsaid = (status: Status, siteName: string): string => {
  if (status === 'declined') return writeDeclined({ reason: 'off-topic' }, siteName)
  return status === 'clarifying' ? 'Which one do you mean?' : 'The documentation does not say.'
}

/** What `finish` says of an answer: whether it answers, how its citations stand, and else where to look. */
const describeAnswer = (
  { conversation, sources, record, settings, cut }: AnswerState,
  status: Status,
): Omit<MessageMetadata, 'threadId'> => {
  if (status === 'clarifying') return {}
  const answered = status === 'answered'
  return {
    answered,
    ...(cut && { cut }),
    ...(status === 'declined' ? { declined: true } : checkAnswer(record.answer, sources.all, conversation.question)),
    ...(status === 'unanswered' && sources.all.length > 0 && { nearest: nearestPages(sources.all) }),
    ...(status === 'unanswered' && settings.supportUrl && { supportUrl: settings.supportUrl }),
  }
}

const nearestPages = (sources: readonly Source[]): NearestPage[] => {
  const byPath = new Map<string, NearestPage>()
  for (const { path, title, url } of sources) if (!byPath.has(path)) byPath.set(path, { title, path, url })
  return [...byPath.values()].slice(0, 3)
}

/**
 * Clients that send only the question with a `threadId` rely on us to know what was said before. Who edits the first
 * question, or has it answered anew, sends it alone as well, and what was said after it is taken back.
 */
const recallHistory = async (database: Database, { asked, request, threadId }: Turn): Promise<Conversation> => {
  const isTakenBack = request.trigger === 'regenerate-message' || Boolean(request.messageId)
  if (asked.history.length > 0 || !request.threadId || isTakenBack) return asked
  return { ...asked, history: historyOf(await readTurns(database, threadId, rememberedTurns)) }
}

interface AnswerState {
  conversation: Conversation
  /** What was searched for. */
  query: string
  settings: SiteSettings
  sources: SourceList
  /** Found beyond the sources. */
  others: readonly NamedSection[]
  /** What the reader has left open. */
  open: readonly Aspect[]
  said: CitationFilter
  record: TurnRecord
  /** True when the answer is not whole: it was too long, or the provider has stopped it. */
  cut: boolean
}

/** Sources, tool parts and text, in the order in which they come to be. */
async function* streamAnswer(
  { models, searchIndex, log, deadlines = defaultDeadlines }: Assistant,
  { site, request, signal, onTokens }: Turn,
  state: AnswerState,
): AsyncGenerator<AnswerChunk> {
  const { conversation, query, settings, sources, others, open, said, record } = state
  const prompt = writePrompt({ name: site.name, settings }, conversation, sources.all, others)
  const tools = createTools(searchIndex, site, sources, {
    limit: sourceCount(request),
    filter: request.filter,
    currentPath: conversation.currentPath,
    namedEditions: namedEditions(conversation),
    asksBack: true,
  })
  const material = () =>
    JSON.parse(
      JSON.stringify({
        question: conversation.question,
        earlier: earlierQuestions(conversation),
        context: conversation.context,
        sources: sources.all,
        open,
        files: (conversation.attachments?.length ?? 0) + (conversation.unreadFiles ?? 0),
        siteName: settings.name ?? site.name,
        supportUrl: settings.supportUrl,
      }),
    )
  const writer = createPartWriter(sources, { said, record, query })
  yield* writer.newSources()
  const call = { ...prompt, tools, material, signal, deadlines, onTokens }
  for await (const part of askModels(models, call, log)) {
    if (part.type === 'cut') state.cut = true
    else yield* writer.write(part)
    if (record.answer.length < longestAnswer) continue
    state.cut = true
    break
  }
  yield* writer.end()
}
