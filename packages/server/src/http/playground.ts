import * as contract from '@sidenote/contract'
import { runTests } from '../assistant/evaluation/run-tests.ts'
import { createTestQuestion, deleteTestQuestion, listTestQuestions } from '../assistant/evaluation/test-questions.ts'
import { createTestRun, deleteTestRun, listTestRuns, readTestRun } from '../assistant/evaluation/test-runs.ts'
import { tryQuestion } from '../assistant/try-question.ts'
import type { SiteRow } from '../database/tables.ts'
import { whenCallerEnds } from './admission/caller.ts'
import type { AnswerDependencies } from './answers/begin-answer.ts'
import { abortOnClose } from './answers/event-stream.ts'
import { openCharge } from './charge.ts'
import type { Routes } from './mount/gate.ts'
import { mountSite } from './mount/mount.ts'

interface Dependencies
  extends Pick<AnswerDependencies, 'searchIndex' | 'siteModels' | 'log' | 'deadlines' | 'shutdown'> {
  /** Fires at the signal to stop: runs end, and a question that is asked may be answered. */
  readonly stopping: AbortSignal
}

/** Mounts what owners ask to see how their site answers: a question at a time, and all test questions. */
export const mountPlaygroundRoutes = (
  routes: Routes,
  { searchIndex, siteModels, log, deadlines, shutdown, stopping }: Dependencies,
): void => {
  const { gate } = routes
  const { database } = gate
  const assistantOf = async (site: SiteRow) => ({
    database,
    searchIndex,
    models: await siteModels.of(site),
    log,
    ...(deadlines && { deadlines }),
  })

  mountSite(routes, contract.tryQuestion, async ({ site, body, caller, response }) => {
    const { admit, onUsage } = openCharge(gate, site.organization_id, log)
    await admit()
    const ends = [abortOnClose(response).signal, whenCallerEnds(database, caller, response), shutdown]
    return tryQuestion(await assistantOf(site), { site, trial: body, signal: AbortSignal.any(ends), onUsage })
  })
  mountSite(routes, contract.listTestQuestions, ({ site }) => listTestQuestions(database, site))
  mountSite(routes, contract.createTestQuestion, ({ site, body }) => createTestQuestion(database, site, body))
  mountSite(routes, contract.deleteTestQuestion, ({ site, params }) => deleteTestQuestion(database, site, params.id))
  mountSite(routes, contract.startTestRun, async ({ site, body }) => {
    const { questions } = await listTestQuestions(database, site)
    const settings = body.settings ?? null
    const run = await createTestRun(database, site, { questions: questions.length, settings })
    const charge = openCharge(gate, site.organization_id, log)
    void runTests(await assistantOf(site), { id: run.id, site, questions, settings, stopping, ...charge })
    return run
  })
  mountSite(routes, contract.listTestRuns, ({ site }) => listTestRuns(database, site))
  mountSite(routes, contract.getTestRun, ({ site, params, query }) =>
    readTestRun(database, site, { id: params.id, ...query }),
  )
  mountSite(routes, contract.deleteTestRun, ({ site, params }) => deleteTestRun(database, site, params.id))
}
