import {
  type AssistantRequest,
  getChallenge,
  resumeAnswer,
  sendAssistantMessage,
  sendDataStreamMessage,
  sendFeedback,
  stopAnswer,
} from '@sidenote/contract'
import type { Response } from 'express'
import type { Logger } from 'pino'
import { addTokens, takeAnswer } from '../../administration/budgets/spend-budget.ts'
import { readReader } from '../../administration/readers/read-reader.ts'
import { answer } from '../../assistant/answer.ts'
import type { Usage } from '../../assistant/models/model-call.ts'
import type { Models } from '../../assistant/models/models.ts'
import type { Conversation } from '../../assistant/question/conversation.ts'
import { saveFeedback } from '../../assistant/threads.ts'
import type { SiteRow } from '../../database/tables.ts'
import { invalidValue } from '../../errors.ts'
import type { SearchIndex } from '../../search/search-index.ts'
import { admitQuestion } from '../admission/admit-question.ts'
import { createMeasure, isLarge } from '../admission/large-questions.ts'
import { writeChallenge } from '../admission/proof-of-work.ts'
import { currentTime, type Gate, type Routes } from '../mount/gate.ts'
import { mountAdmitted, mountDiscovery } from '../mount/mount-discovery.ts'
import { requestIdOf } from '../server/request-id.ts'
import type { SlowRequests } from '../server/slow-requests.ts'
import type { AnswerEncoding } from './answer-encoding.ts'
import { dataStream, readDataStreamRequest } from './data-stream.ts'
import { abortOnClose, writeEventStream, writeTextStream } from './event-stream.ts'
import type { Chat, RunningAnswers } from './running-answers.ts'
import type { RunningAnswer } from './shared-answers.ts'

/** What answers are made with. */
export interface AnswerDependencies {
  readonly searchIndex: SearchIndex
  readonly models: Models
  readonly runningAnswers: RunningAnswers
  readonly slowRequests: SlowRequests
  readonly log: Logger
  /** Fires when answers that still stream must end. */
  readonly shutdown: AbortSignal
}

interface Question {
  readonly site: SiteRow
  readonly request: AssistantRequest
  readonly conversation: Conversation
  readonly response: Response
}

/** The chat under which a reader can resume the answer; undefined when the request doesn’t ask for that. */
const resumableChat = (site: SiteRow, { id, fp, resumable }: AssistantRequest): Chat | undefined => {
  if (resumable !== true) return undefined
  if (!id) throw invalidValue('id', 'id is missing, but an answer is resumable only with the id of its chat.')
  return { siteId: site.id, fp, id }
}

/** Starts an answer, and charges the budget for it. */
const beginAnswer = async (
  { gate, searchIndex, models, log: serverLog }: AnswerDependencies & { readonly gate: Gate },
  { site, request, conversation, response }: Question,
  signal: AbortSignal,
) => {
  const { database } = gate
  const log = serverLog.child({ requestId: requestIdOf(response) })
  const charge = async (tokens: number) =>
    addTokens(database, site.organization_id, { tokens, now: await currentTime(gate) })
  const onUsage = ({ input, output }: Usage) =>
    void charge(input + output).catch((error: unknown) => log.error({ err: error }, 'could not count tokens'))
  const question = { site, request, conversation, signal, onUsage }
  const stream = await answer({ database, searchIndex, models, log }, question)
  await takeAnswer(database, site.organization_id, await currentTime(gate))
  const onError = (error: unknown) => log.error({ err: error }, 'the answer stream failed')
  return { ...stream, onError }
}

/** The two ways an answer reaches its reader. */
const createAnswering = (routes: Routes, dependencies: AnswerDependencies) => {
  const { runningAnswers, shutdown } = dependencies
  const begin = (question: Question, signal: AbortSignal) =>
    beginAnswer({ ...dependencies, gate: routes.gate }, question, signal)

  const follow = async (response: Response, running: RunningAnswer) => {
    if (await writeTextStream(response, running.read, running.threadId)) running.forget()
  }
  return {
    follow,
    /** Streams an answer that ends when its reader leaves. */
    stream: async (question: Question, encoding?: AnswerEncoding) => {
      const abort = abortOnClose(question.response)
      const { chunks, ...stream } = await begin(question, abort.signal)
      await writeEventStream(question.response, chunks, { ...stream, abort, shutdown, ...(encoding && { encoding }) })
    },
    /** Starts an answer that continues without its reader, until it ends or is stopped. */
    start: async (question: Question, chat: Chat) => {
      const abort = new AbortController()
      const stream = await begin(question, abort.signal)
      await follow(question.response, runningAnswers.start(chat, { ...stream, abort }))
    },
  }
}

/** Mounts the assistant: questions, answers to resume or stop, challenges, feedback. */
export const mountAnswerRoutes = (routes: Routes, dependencies: AnswerDependencies): void => {
  const { gate } = routes
  const { runningAnswers, slowRequests } = dependencies
  const admit = admitQuestion(gate)
  const answering = createAnswering(routes, dependencies)
  const chatOf = async (site: SiteRow, { id, fp }: { id: string; fp: string }): Promise<Chat> => ({
    siteId: site.id,
    fp: await readReader(gate, site, fp),
    id,
  })

  mountAdmitted(routes, sendAssistantMessage, {
    admit: async (call) => {
      resumableChat(call.site, call.body)
      return admit(call)
    },
    measure: createMeasure(gate.database, slowRequests),
    handle: ({ body, admission, site, request, response }) => {
      const chat = resumableChat(site, body)
      const question = { site, request: body, conversation: admission, response }
      // A question with files takes much memory, which is freed when its reader leaves.
      if (chat && !isLarge(request) && runningAnswers.hasRoom()) return answering.start(question, chat)
      return answering.stream(question)
    },
  })
  mountAdmitted(routes, sendDataStreamMessage, {
    admit: ({ body, ...call }) => admit({ ...call, body: readDataStreamRequest(body) }),
    handle: ({ body, admission, site, response }) =>
      answering.stream({ site, request: readDataStreamRequest(body), conversation: admission, response }, dataStream),
  })
  mountDiscovery(routes, resumeAnswer, async ({ params, query, site, response }) => {
    const running = await runningAnswers.find(await chatOf(site, { id: params.id, fp: query.fp }))
    if (running) await answering.follow(response, running)
    else response.status(204).end()
  })
  mountDiscovery(routes, stopAnswer, async ({ params, query, site }) => {
    await runningAnswers.stop(await chatOf(site, { id: params.id, fp: query.fp }))
  })
  mountDiscovery(routes, getChallenge, ({ site }) => writeChallenge(gate.database, site))
  mountDiscovery(routes, sendFeedback, async ({ body, site }) => {
    await saveFeedback(gate.database, site, body)
  })
}
