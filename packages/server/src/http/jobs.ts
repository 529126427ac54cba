import * as contract from '@sidenote/contract'
import type { Request, Response } from 'express'
import { createJob, prepareJob } from '../agent/jobs/create-job.ts'
import { findJob, listJobs } from '../agent/jobs/find-job.ts'
import { describeJob } from '../agent/jobs/job-record.ts'
import { reportJob } from '../agent/jobs/report.ts'
import { checkMessage, sendMessage } from '../agent/jobs/send-message.ts'
import { archiveJob, cancelJob } from '../agent/jobs/stop-job.ts'
import type { AgentModels } from '../agent/projects/agent-models.ts'
import { whenCallerEnds } from './admission/caller.ts'
import { streamJobEvents } from './job-events.ts'
import type { Routes } from './mount/gate.ts'
import { mountPrepared, mountProject } from './mount/mount.ts'
import { requestIdOf } from './server/request-id.ts'

interface JobRoutes {
  readonly models: AgentModels
  /** Fires when event streams must end. */
  readonly stopping: AbortSignal
}

const optionsOf = (request: Request, response: Response) => ({
  idempotencyKey: request.get('idempotency-key'),
  requestId: requestIdOf(response),
})

/** The number in `Last-Event-ID`; 0, which is before the first event, for anything else. */
const lastEventOf = (request: Request): number => {
  const number = Number(request.get('last-event-id') ?? 0)
  return Number.isSafeInteger(number) && number > 0 ? number : 0
}

/** Mounts the agent’s jobs: an administrator key opens them for the projects of its organization. */
export const mountJobRoutes = (routes: Routes, { models, stopping }: JobRoutes): void => {
  const { database } = routes.gate
  const dependencies = { database, models }

  mountPrepared(routes, contract.createAgentJob, {
    prepare: ({ body, project, request, response }) =>
      prepareJob(dependencies, { project, body, ...optionsOf(request, response) }),
    handle: (job) => createJob(database, job),
  })
  mountPrepared(routes, contract.sendAgentMessage, {
    prepare: async ({ body, params, project, request, response }) => {
      const message = { project, jobId: params.id, body, ...optionsOf(request, response) }
      await checkMessage(dependencies, message)
      return message
    },
    handle: (message) => sendMessage(database, message),
  })
  mountProject(routes, contract.listAgentJobs, ({ project, query }) => listJobs(database, project, query))
  mountProject(routes, contract.getAgentJob, async ({ project, params }) =>
    describeJob(await findJob(database, project, params.id)),
  )
  mountProject(routes, contract.archiveAgentJob, ({ project, params }) => archiveJob(database, project, params.id))
  mountProject(routes, contract.cancelAgentJob, ({ project, params }) => cancelJob(database, project, params.id))
  mountProject(routes, contract.getAgentJobReport, async ({ project, params }) =>
    reportJob(database, await findJob(database, project, params.id)),
  )
  mountProject(routes, contract.watchAgentJob, async ({ caller, project, params, request, response }) => {
    const { id: jobId } = await findJob(database, project, params.id)
    const signal = AbortSignal.any([stopping, whenCallerEnds(database, caller, response)])
    await streamJobEvents(response, { database, jobId, after: lastEventOf(request), signal })
  })
}
