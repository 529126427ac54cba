import * as contract from '@sidenote/contract'
import { tryQuestion } from '../assistant/try-question.ts'
import { whenCallerEnds } from './admission/caller.ts'
import type { AnswerDependencies } from './answers/begin-answer.ts'
import { abortOnClose } from './answers/event-stream.ts'
import { openCharge } from './charge.ts'
import type { Routes } from './mount/gate.ts'
import { mountSite } from './mount/mount.ts'

type Dependencies = Pick<AnswerDependencies, 'searchIndex' | 'models' | 'log' | 'shutdown'>

/** Mounts what owners ask to see how their site answers. */
export const mountPlaygroundRoutes = (routes: Routes, { searchIndex, models, log, shutdown }: Dependencies): void => {
  const { gate } = routes
  const { database } = gate

  mountSite(routes, contract.tryQuestion, async ({ site, body, caller, response }) => {
    const { admit, onUsage } = openCharge(gate, site.organization_id, log)
    await admit()
    const ends = [abortOnClose(response).signal, whenCallerEnds(database, caller, response), shutdown]
    const assistant = { database, searchIndex, models, log }
    return tryQuestion(assistant, { site, trial: body, signal: AbortSignal.any(ends), onUsage })
  })
}
