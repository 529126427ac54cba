import type { AssistantRequest } from '@sidenote/contract'
import type { Response } from 'express'
import type { Logger } from 'pino'
import { answer } from '../../assistant/answer.ts'
import type { Deadlines } from '../../assistant/models/model-call.ts'
import { freeModels, type Models } from '../../assistant/models/models.ts'
import type { SiteModels } from '../../assistant/models/site-models.ts'
import type { Conversation } from '../../assistant/question/conversation.ts'
import type { SiteRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import type { SearchIndex } from '../../search/search-index.ts'
import { indexFor } from '../admission/index-for.ts'
import { openCharge } from '../charge.ts'
import type { Gate } from '../mount/gate.ts'
import { requestIdOf } from '../server/request-id.ts'
import type { SlowRequests } from '../server/slow-requests.ts'
import type { RunningAnswers } from './running-answers.ts'

/** What answers are made with. */
export interface AnswerDependencies {
  readonly searchIndex: SearchIndex
  readonly siteModels: SiteModels
  readonly runningAnswers: RunningAnswers
  readonly slowRequests: SlowRequests
  readonly log: Logger
  readonly deadlines?: Deadlines
  /** Fires when answers that still stream must end. */
  readonly shutdown: AbortSignal
}

/** A question that was admitted. */
export interface Question {
  readonly site: SiteRow
  readonly request: AssistantRequest
  readonly conversation: Conversation
  readonly response: Response
}

/** Starts an answer, and charges the budget for it; once that is spent, with the models that cost nothing, if there are any. */
export const beginAnswer = async (
  { gate, searchIndex, siteModels, deadlines, log: serverLog }: AnswerDependencies & { readonly gate: Gate },
  { site, request, conversation, response }: Question,
  signal: AbortSignal,
) => {
  const { database } = gate
  const log = serverLog.child({ requestId: requestIdOf(response) })
  const { admit, onUsage } = openCharge(gate, site.organization_id, log)
  const question = { site, request, conversation, signal, onUsage }
  const models = await siteModels.of(site)
  const chooseModels = async (): Promise<Models> => {
    const excerpts = freeModels(models)
    try {
      await admit()
      return models
    } catch (error) {
      if (excerpts && error instanceof AppError && error.code === 'budget_exhausted') return excerpts
      throw error
    }
  }
  const stream = await answer(
    { database, searchIndex: indexFor(searchIndex, response.req), models, log, ...(deadlines && { deadlines }) },
    question,
    chooseModels,
  )
  const onError = (error: unknown) => log.error({ err: error }, 'the answer stream failed')
  return { ...stream, onError }
}
