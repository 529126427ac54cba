import * as contract from '@sidenote/contract'
import { updateQuestions } from '../administration/conversations/question-states.ts'
import { askAgain } from '../assistant/ask-again.ts'
import type { AnswerDependencies } from './answers/begin-answer.ts'
import { abortOnClose } from './answers/event-stream.ts'
import { openCharge } from './charge.ts'
import type { Routes } from './mount/gate.ts'
import { mountSite } from './mount/mount.ts'

/** Mounts what owners do about questions that weren’t answered well. */
export const mountGapRoutes = (
  routes: Routes,
  { searchIndex, siteModels, log }: Pick<AnswerDependencies, 'searchIndex' | 'siteModels' | 'log'>,
): void => {
  const { gate } = routes
  const { database } = gate

  mountSite(routes, contract.updateQuestions, ({ site, body }) => updateQuestions(database, site, body))
  mountSite(routes, contract.askQuestionsAgain, async ({ site, body, response }) => {
    return askAgain(
      { database, searchIndex, models: await siteModels.of(site), log },
      {
        site,
        ids: body.ids,
        signal: abortOnClose(response).signal,
        ...openCharge(gate, site.organization_id, log),
      },
    )
  })
}
