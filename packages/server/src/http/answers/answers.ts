import {
  type AssistantRequest,
  getChallenge,
  resumeAnswer,
  resumeQuerySchema,
  sendAssistantMessage,
  sendDataStreamMessage,
  sendFeedback,
  stopAnswer,
} from '@sidenote/contract'
import type { IRouter, Request, Response } from 'express'
import type { Logger } from 'pino'
import { addTokens, takeAnswer } from '../../administration/budgets/spend-budget.ts'
import { readReader } from '../../administration/readers/read-reader.ts'
import { answer } from '../../assistant/answer.ts'
import type { Models } from '../../assistant/models/models.ts'
import type { Conversation } from '../../assistant/question/conversation.ts'
import { saveFeedback } from '../../assistant/threads.ts'
import type { SiteRow } from '../../database/tables.ts'
import { invalidValue } from '../../errors.ts'
import type { SearchIndex } from '../../search/search-index.ts'
import { admitQuestion } from '../admission/admit-question.ts'
import { createMeasure, isLarge } from '../admission/large-questions.ts'
import { writeChallenge } from '../admission/proof-of-work.ts'
import { currentTime, type Gate, mountAdmitted, mountDiscovery } from '../mount/mount.ts'
import { createValidator } from '../mount/validate.ts'
import { requestIdOf } from '../server/request-id.ts'
import { dataStream, readDataStreamRequest } from './data-stream.ts'
import { type AnswerEncoding, abortOnClose, writeEventStream, writeTextStream } from './event-stream.ts'
import type { Chat, RunningAnswers } from './running-answers.ts'
import type { RunningAnswer } from './shared-answers.ts'

/** What answers are made with. */
export interface Answering extends Gate {
  readonly searchIndex: SearchIndex
  readonly models: Models
  readonly runningAnswers: RunningAnswers
  readonly log: Logger
  /** Fires when answers that still stream must end. */
  readonly shutdown: AbortSignal
}

interface Asked {
  readonly site: SiteRow
  readonly request: AssistantRequest
  readonly asked: Conversation
}

const readResumeQuery = createValidator(resumeQuerySchema)

/** The chat whose answer the request wants to find again. */
const resumableChat = (site: SiteRow, { id, fp, resumable }: AssistantRequest): Chat | undefined => {
  if (resumable !== true) return undefined
  if (!id) throw invalidValue('id', 'id is missing, but an answer can be resumable only with the id of its chat.')
  return { siteId: site.id, fp, id }
}

/** Begins an answer, and writes what it costs to the budget. */
const beginAnswer = async (answering: Answering, response: Response, asked: Asked, signal: AbortSignal) => {
  const { database, searchIndex, models } = answering
  const { site } = asked
  const log = answering.log.child({ requestId: requestIdOf(response) })
  const onTokens = (tokens: number) => {
    const spent = async () => addTokens(database, site.organization_id, { tokens, now: await currentTime(answering) })
    spent().catch((error: unknown) => log.error({ err: error, tokens }, 'tokens not counted'))
  }
  const begun = await answer({ database, searchIndex, models, log }, { ...asked, signal, onTokens })
  await takeAnswer(database, site.organization_id, await currentTime(answering))
  const onError = (error: unknown) => log.error({ err: error }, 'answer stream failed')
  return { ...begun, onError }
}

/** Mounts the assistant: questions, answers that are found again or stopped, feedback. */
export const mountAnswerRoutes = (router: IRouter, answering: Answering): void => {
  const { database, runningAnswers, shutdown } = answering
  const admit = admitQuestion(answering)
  const measureQuestion = createMeasure(database)

  /** An answer that ends when its reader leaves. */
  const streamAnswer = async (response: Response, asked: Asked, encoding?: AnswerEncoding) => {
    const abort = abortOnClose(response)
    const { chunks, ...begun } = await beginAnswer(answering, response, asked, abort.signal)
    await writeEventStream(response, chunks, { ...begun, abort, shutdown, ...(encoding && { encoding }) })
  }

  const follow = async (response: Response, running: RunningAnswer) => {
    if (await writeTextStream(response, running.read, running.threadId)) running.forget()
  }

  /** An answer that goes on without its reader, until it ends or is stopped. */
  const startAnswer = async (response: Response, asked: Asked, chat: Chat) => {
    const abort = new AbortController()
    const begun = await beginAnswer(answering, response, asked, abort.signal)
    await follow(response, runningAnswers.start(chat, { ...begun, abort }))
  }

  const chatOf = async (site: SiteRow, request: Request, id = ''): Promise<Chat> => {
    const { fp } = readResumeQuery({ ...request.query })
    return { siteId: site.id, fp: await readReader(answering, site, fp), id }
  }

  mountAdmitted(router, answering, sendAssistantMessage, {
    admit: async (call) => {
      resumableChat(call.site, call.body)
      return admit(call)
    },
    measure: measureQuestion,
    verb: ({ body, admitted, site, request, response }) => {
      const chat = resumableChat(site, body)
      const asked = { site, request: body, asked: admitted }
      // What a question with files holds in memory is let go with its reader.
      if (chat && !isLarge(request) && runningAnswers.hasRoom()) return startAnswer(response, asked, chat)
      return streamAnswer(response, asked)
    },
  })

  mountAdmitted(router, answering, sendDataStreamMessage, {
    admit: ({ body, ...call }) => admit({ ...call, body: readDataStreamRequest(body) }),
    verb: ({ body, admitted, site, response }) =>
      streamAnswer(response, { site, request: readDataStreamRequest(body), asked: admitted }, dataStream),
  })

  mountDiscovery(router, answering, resumeAnswer, async ({ params, site, request, response }) => {
    const running = await runningAnswers.find(await chatOf(site, request, params.id))
    if (running) await follow(response, running)
    else response.status(204).end()
  })

  mountDiscovery(router, answering, stopAnswer, async ({ params, site, request }) => {
    await runningAnswers.stop(await chatOf(site, request, params.id))
  })

  mountDiscovery(router, answering, getChallenge, ({ site }) => writeChallenge(database, site))

  mountDiscovery(router, answering, sendFeedback, async ({ body, site }) => {
    await saveFeedback(database, site, body)
  })
}
