import type { MessageMetadata } from '@sidenote/contract'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { beginningOf } from '../pages/plain-text.ts'
import type { SearchIndex } from '../search/search-index.ts'
import type { AnswerRequest } from './answer-request.ts'
import { checkStatements } from './check-statements.ts'
import { writeChoices } from './choices.ts'
import type { AnswerChunk } from './chunk.ts'
import { explainFailure } from './models/explain-failure.ts'
import type { Deadlines } from './models/model-call.ts'
import type { Models } from './models/models.ts'
import { describeAnswer, sentenceFor, statusOf } from './outcome.ts'
import { readDeclined, writeDeclined } from './question/off-topic.ts'
import { writeQuery } from './question/standalone-question.ts'
import { translateQuery } from './question/translate-query.ts'
import { recallTurn, type ThreadRequest, type Turn } from './recall-turn.ts'
import { openRetrieval, type Retrieval } from './retrieve/retrieve.ts'
import { listStatements } from './statements.ts'
import { type StreamedAnswer, streamAnswer } from './stream-answer.ts'
import { suggestQuestions } from './suggestions.ts'
import { createId, openThread } from './threads.ts'
import { startRecord, type TurnRecord } from './turn-record.ts'
import { visibleChunks } from './visible-chunks.ts'

/** What answers depend on. */
export interface Assistant {
  readonly database: Database
  readonly searchIndex: SearchIndex
  readonly models: Models
  readonly log: Logger
  readonly deadlines?: Deadlines
}

/** The reason of a signal that fires because the reader stopped the answer, which then ends with `finish`. */
export const stoppedByReader = new Error('The reader stopped the answer.')

/**
 * Answers a question from the pages of one site: opens the thread, searches, writes the prompt, streams the answer and
 * stores the turn. The chunks always end with `finish` or `error`, unless the signal fires for another reason than
 * `stoppedByReader`.
 *
 * @param chooseModels asked once the thread is open
 * @throws AppError `not_found`, before anything is streamed, for a thread that isn't the reader's
 */
export const answer = async (
  assistant: Assistant,
  request: AnswerRequest,
  chooseModels: () => Promise<Models> = async () => assistant.models,
): Promise<{ threadId: string; chunks: AsyncIterable<AnswerChunk> }> => {
  const threadId = request.keep
    ? createId('thread')
    : await openThread(assistant.database, request.site, request.request)
  const models = await chooseModels()
  return { threadId, chunks: visibleChunks(streamTurn({ ...assistant, models }, { ...request, threadId })) }
}

async function* streamTurn(assistant: Assistant, request: ThreadRequest): AsyncGenerator<AnswerChunk> {
  const record = startRecord(assistant, request)
  try {
    yield { type: 'start', messageId: record.id, messageMetadata: { threadId: request.threadId } }
    const turn = await recallTurn(assistant.database, {
      ...request,
      onUsage: (usage) => {
        record.addUsage(usage)
        request.onUsage?.(usage)
      },
    })
    record.prices = turn.settings.prices
    const search = yield* searchPages(assistant, turn)
    if (search.refusal !== undefined) {
      yield* writeSentence(record, search.refusal)
      await record.save('declined')
      yield finish(turn, record, { answered: false, declined: true })
      return
    }
    record.sources = search.retrieval.sources
    const answered = yield* streamAnswer(assistant, { ...turn, ...search, record, onUsage: turn.onUsage })
    const { status, metadata } = yield* completeAnswer(assistant, turn, {
      ...answered,
      retrieval: search.retrieval,
      record,
    })
    // Before `finish`: a reader may send feedback as soon as the answer has ended.
    await record.save(status)
    yield finish(turn, record, metadata)
  } catch (error) {
    yield* endEarly(assistant, request, { record, error })
  } finally {
    await record.save('aborted')
  }
}

/** What was searched for and what that gave; with a refusal, nothing more is done. */
interface PageSearch {
  readonly query: string
  readonly retrieval: Retrieval
  /** A sentence for a question that is declined without asking a model. */
  readonly refusal: string | undefined
}

/** Searches for the question; once more in English, when the reader's language isn't that of the pages. */
async function* searchPages(
  { searchIndex, models, log }: Assistant,
  turn: Turn,
): AsyncGenerator<AnswerChunk, PageSearch> {
  const { site, conversation, signal, onUsage } = turn
  const { question } = conversation
  const call = { signal, onUsage, log }
  const query = await writeQuery(models, conversation, call)
  yield searchNotice(query)
  const search = openRetrieval(searchIndex, site, turn)
  const retrieve = async (words: string) => {
    const { ranking, ...retrieval } = await search(words)
    turn.onRetrieval?.(words, { ...retrieval, ranking })
    return retrieval
  }
  const retrieval = await retrieve(query)
  const refusal = refusalOf(turn, retrieval)
  if (refusal !== undefined) return { query, retrieval, refusal }
  const english = await translateQuery(models, { question, query, sources: retrieval.sources.all }, call)
  if (!english) return { query, retrieval, refusal }
  yield searchNotice(english)
  return { query: english, retrieval: await retrieve(english), refusal }
}

/** Characters. */
const longestNotice = 300

const searchNotice = (query: string): AnswerChunk => ({
  type: 'data-search',
  data: { query: beginningOf(query, longestNotice) },
  transient: true,
})

const refusalOf = ({ conversation, settings, siteName }: Turn, { sources }: Retrieval): string | undefined => {
  const declined = readDeclined(conversation.question, {
    neverTalkAbout: settings.neverTalkAbout,
    languages: settings.languages,
    found: sources.all.map(({ title, content }) => `${title} ${content}`),
  })
  return declined && writeDeclined(declined, siteName)
}

/** An answer whose text is complete. */
interface WrittenAnswer extends StreamedAnswer {
  readonly retrieval: Retrieval
  readonly record: TurnRecord
}

/** Adds what follows the text: a sentence when there is none, choices or suggestions. Then checks what it says. */
async function* completeAnswer(
  assistant: Assistant,
  turn: Turn,
  { citations, isCut, retrieval, record }: WrittenAnswer,
) {
  const { conversation, request, settings, siteName } = turn
  const { question } = conversation
  const { sources, others } = retrieval
  const choices = writeChoices(citations.choices, sources.all, { question, filter: request.filter })
  const status = statusOf(citations, choices, record.answer)
  if (record.answer.trim() === '') yield* writeSentence(record, sentenceFor(status, siteName))
  if (choices.length > 0) yield { type: 'data-choices' as const, data: choices }
  if (status === 'answered' || status === 'unanswered') {
    const uncited = sources.all.filter(({ number }) => !citations.cited.has(number))
    const suggestions = suggestQuestions(siteName, question, [...uncited, ...others])
    if (suggestions.length > 0) yield { type: 'data-suggestions' as const, data: suggestions }
  }
  const metadata = describeAnswer({
    checked: await checkStatements(assistant, turn, { record, sources: sources.all, status }),
    sources: sources.all,
    status,
    isCut,
    supportUrl: settings.supportUrl,
    canHandOff: settings.handOff !== null,
  })
  record.cited = citations.cited
  record.statements = listStatements(metadata)
  return { status, metadata }
}

function* writeSentence(record: TurnRecord, sentence: string): Generator<AnswerChunk> {
  record.answer = sentence
  yield { type: 'text-start', id: 'text_0' }
  yield { type: 'text-delta', id: 'text_0', delta: sentence }
  yield { type: 'text-end', id: 'text_0' }
}

/** Ends an answer that failed, or that the reader stopped; for a reader who left, there is nothing to write. */
async function* endEarly(
  { log }: Assistant,
  request: ThreadRequest,
  { record, error }: { record: TurnRecord; error: unknown },
): AsyncGenerator<AnswerChunk> {
  const { signal, site, threadId } = request
  if (signal.aborted) {
    if (signal.reason !== stoppedByReader) return
    await record.save('aborted', 'stopped')
    yield finish(request, record, { stopped: true })
    return
  }
  log.error({ err: error, site: site.domain, messageId: record.id }, 'the answer failed')
  await record.save('failed')
  yield* explainFailure(error, threadId)
}

/** The end of an answer. `threadId` is also on the part itself, for clients that are not the AI SDK. */
const finish = (
  { threadId, request }: ThreadRequest,
  { model, isLost }: TurnRecord,
  metadata: Omit<MessageMetadata, 'threadId'>,
): AnswerChunk => {
  const messageMetadata: MessageMetadata = { threadId, ...metadata, model, ...(isLost && { stored: false }) }
  const isSdk = typeof request.trigger === 'string'
  return { type: 'finish', messageMetadata, ...(!isSdk && { threadId }) }
}
