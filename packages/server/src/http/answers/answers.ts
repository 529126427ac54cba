import {
  type AssistantRequest,
  createShare,
  deleteShare,
  getChallenge,
  readShare,
  resumeAnswer,
  sendAssistantMessage,
  sendDataStreamMessage,
  sendFeedback,
  sendHandOff,
  stopAnswer,
} from '@sidenote/contract'
import type { Response } from 'express'
import { readReader } from '../../administration/readers/read-reader.ts'
import { readPolicy, textDaysOf } from '../../administration/sites/policy.ts'
import { type HandOffDependencies, handOver } from '../../assistant/hand-off.ts'
import { endShare, readSharedAnswer, shareAnswer } from '../../assistant/shares.ts'
import { saveFeedback } from '../../assistant/threads.ts'
import type { SiteRow } from '../../database/tables.ts'
import { invalidValue } from '../../errors.ts'
import { admitQuestion } from '../admission/admit-question.ts'
import { createMeasure, isLarge } from '../admission/large-questions.ts'
import { writeChallenge } from '../admission/proof-of-work.ts'
import type { Routes } from '../mount/gate.ts'
import { mountAdmitted, mountDiscovery } from '../mount/mount-discovery.ts'
import type { AnswerEncoding } from './answer-encoding.ts'
import { type AnswerDependencies, beginAnswer, type Question } from './begin-answer.ts'
import { dataStream, readDataStreamRequest } from './data-stream.ts'
import { abortOnClose, writeEventStream, writeTextStream } from './event-stream.ts'
import type { Chat } from './running-answers.ts'
import type { RunningAnswer } from './shared-answers.ts'

/** The chat under which a reader can resume the answer; undefined when the request doesn’t ask for that. */
const resumableChat = (site: SiteRow, { id, fp, resumable }: AssistantRequest): Chat | undefined => {
  if (resumable !== true) return undefined
  if (!id) throw invalidValue('id', 'id is missing, but an answer is resumable only with the id of its chat.')
  return { siteId: site.id, fp, id }
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
export const mountAnswerRoutes = (routes: Routes, dependencies: AnswerDependencies & HandOffDependencies): void => {
  const { gate } = routes
  const { runningAnswers, slowRequests } = dependencies
  const admit = admitQuestion(gate, dependencies.siteModels)
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
  mountDiscovery(routes, createShare, async ({ body, site }) => {
    const keptDays = textDaysOf(await readPolicy(gate.database, site.id))
    return shareAnswer(gate.database, site, { request: body, keptDays })
  })
  mountDiscovery(routes, readShare, ({ params, site, response }) => {
    response.set('Cache-Control', 'no-store')
    return readSharedAnswer(gate.database, site, params.id)
  })
  mountDiscovery(routes, deleteShare, async ({ params, query, site }) => {
    await endShare(gate.database, site, { id: params.id, fp: await readReader(gate, site, query.fp) })
  })
  mountDiscovery(routes, sendHandOff, async ({ body, site }) => {
    await handOver({ ...gate, ...dependencies }, site, body)
  })
}
