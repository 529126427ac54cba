import type { AssistantRequest, MessageMetadata } from '@sidenote/contract'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { SiteRow } from '../database/tables.ts'
import { askModels, type Deadlines, defaultDeadlines } from './ask-models.ts'
import type { AnswerChunk } from './chunk.ts'
import { type CitationFilter, createCitationFilter } from './citations.ts'
import { type Conversation, historyOf, readConversation } from './conversation.ts'
import type { Models } from './models.ts'
import { createPartWriter } from './part-writer.ts'
import { writePrompt } from './prompt.ts'
import { retrieve, sourceCount } from './retrieve.ts'
import type { SourceList } from './sources.ts'
import { suggestQuestions } from './suggestions.ts'
import { openThread, readTurns } from './threads.ts'
import { createTools } from './tools.ts'
import { startRecord, type TurnRecord } from './turn-record.ts'

export interface Assistant {
  readonly database: Database
  readonly models: Models
  readonly log: Logger
  readonly deadlines?: Deadlines
}

type AssistantSite = Pick<SiteRow, 'id' | 'domain' | 'name' | 'url'>

interface AnswerRequest {
  readonly site: AssistantSite
  readonly request: AssistantRequest
  /** Fires when nobody waits for the answer any more; the model is let go at once. */
  readonly signal: AbortSignal
}

const failed = 'The answer could not be completed. Please try again.'
const rememberedTurns = 6

/**
 * Answers a question from the pages of one site: opens the thread, searches, writes the prompt, streams the answer and
 * stores the turn. The chunks always end with `finish` or `error`, except when the signal fires.
 *
 * @throws AppError `invalid_request` or `not_found`, before anything is streamed.
 */
export const answer = async (
  assistant: Assistant,
  { site, request, signal }: AnswerRequest,
): Promise<{ threadId: string; chunks: AsyncIterable<AnswerChunk> }> => {
  const asked = readConversation(request)
  const threadId = await openThread(assistant.database, site, request)
  return { threadId, chunks: streamTurn(assistant, { site, request, signal, asked, threadId }) }
}

type Turn = AnswerRequest & { asked: Conversation; threadId: string }

async function* streamTurn(assistant: Assistant, turn: Turn): AsyncGenerator<AnswerChunk> {
  const record = startRecord(
    { database: assistant.database, log: assistant.log, model: assistant.models[0].name },
    turn,
  )
  const { threadId } = turn
  try {
    yield { type: 'start', messageId: record.id, messageMetadata: { threadId } satisfies MessageMetadata }
    const conversation = await recallHistory(assistant.database, turn)
    const { sources, others } = await retrieve(assistant.database, turn.site, { request: turn.request, conversation })
    record.sources = sources
    const said = createCitationFilter(sources.has)
    yield* streamAnswer(assistant, turn, { conversation, sources, said, record })
    const answered = said.cited.size > 0 && !said.unanswered
    const uncited = sources.all.filter((source) => !said.cited.has(source.number))
    const suggestions = suggestQuestions(turn.site.name, turn.asked.question, [...uncited, ...others])
    if (suggestions.length > 0) yield { type: 'data-suggestions', data: suggestions }
    // Before `finish`: a reader may send feedback as soon as the answer has ended.
    await record.save(answered ? 'answered' : 'unanswered')
    const messageMetadata: MessageMetadata = { threadId, answered, model: record.model }
    const isSdk = typeof turn.request.trigger === 'string'
    yield { type: 'finish', messageMetadata, ...(!isSdk && { threadId }) }
  } catch (error) {
    if (turn.signal.aborted) return
    assistant.log.error({ err: error, site: turn.site.domain, messageId: record.id }, 'answer failed')
    await record.save('failed')
    yield { type: 'error', errorText: failed }
  } finally {
    await record.save('aborted')
  }
}

/** Clients that send only the question with a `threadId` rely on us to know what was said before. */
const recallHistory = async (database: Database, { asked, request, threadId }: Turn): Promise<Conversation> =>
  asked.history.length > 0 || !request.threadId
    ? asked
    : { ...asked, history: historyOf(await readTurns(database, threadId, rememberedTurns)) }

interface AnswerState {
  conversation: Conversation
  sources: SourceList
  said: CitationFilter
  record: TurnRecord
}

/** Sources, tool parts and text, in the order in which they come to be. */
async function* streamAnswer(
  { models, database, log, deadlines = defaultDeadlines }: Assistant,
  { site, request, signal }: Turn,
  { conversation, sources, said, record }: AnswerState,
): AsyncGenerator<AnswerChunk> {
  const prompt = writePrompt(site.name, conversation, sources.all)
  const tools = createTools(database, site, sources, {
    limit: sourceCount(request),
    filter: request.filter,
  })
  const material = { question: conversation.question, context: conversation.context, sources: sources.all }
  const writer = createPartWriter(sources, said, record)
  yield* writer.newSources()
  const call = { ...prompt, tools, material: JSON.parse(JSON.stringify(material)), signal, deadlines }
  for await (const part of askModels(models, call, log)) yield* writer.write(part)
  yield* writer.end()
}
