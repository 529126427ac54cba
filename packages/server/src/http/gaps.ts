import * as contract from '@sidenote/contract'
import { addTokens, takeAnswer } from '../administration/budgets/spend-budget.ts'
import { updateQuestions } from '../administration/conversations/question-states.ts'
import { askAgain } from '../assistant/ask-again.ts'
import type { AnswerDependencies } from './answers/begin-answer.ts'
import { abortOnClose } from './answers/event-stream.ts'
import { currentTime, type Routes } from './mount/gate.ts'
import { mountSite } from './mount/mount.ts'

/** Mounts what owners do about questions that weren’t answered well. */
export const mountGapRoutes = (
  routes: Routes,
  { searchIndex, models, log }: Pick<AnswerDependencies, 'searchIndex' | 'models' | 'log'>,
): void => {
  const { gate } = routes
  const { database } = gate

  mountSite(routes, contract.updateQuestions, ({ site, body }) => updateQuestions(database, site, body))
  mountSite(routes, contract.askQuestionsAgain, async ({ site, body, response }) => {
    const organization = site.organization_id
    const onUsage = ({ input, output }: { input: number; output: number }) =>
      void currentTime(gate)
        .then((now) => addTokens(database, organization, { tokens: input + output, now }))
        .catch((error: unknown) => log.error({ err: error }, 'could not count tokens'))
    return askAgain(
      { database, searchIndex, models, log },
      {
        site,
        ids: body.ids,
        signal: abortOnClose(response).signal,
        onUsage,
        admit: async () => takeAnswer(database, organization, await currentTime(gate)),
      },
    )
  })
}
