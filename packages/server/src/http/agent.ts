import * as contract from '@sidenote/contract'
import type { IRouter, Request, Response } from 'express'
import { createJob, prepareJob } from '../agent/jobs/create-job.ts'
import { findJob, listJobs } from '../agent/jobs/find-job.ts'
import { describeJob } from '../agent/jobs/job-record.ts'
import { createJobFromQuestions, listQuestionGroups } from '../agent/jobs/questions.ts'
import { reportJob } from '../agent/jobs/report.ts'
import { checkMessage, sendMessage } from '../agent/jobs/send-message.ts'
import { archiveJob, cancelJob } from '../agent/jobs/stop-job.ts'
import type { AgentModels } from '../agent/projects/agent-models.ts'
import { describeProject } from '../agent/projects/project-record.ts'
import { createProject, deleteProject, findProject, listProjects, updateProject } from '../agent/projects/projects.ts'
import type { Seal } from '../database/seal.ts'
import { whenKeyEnds } from './admission/keys.ts'
import { streamJobEvents } from './job-events.ts'
import { type Gate, mountAdministration, mountProject } from './mount/mount.ts'
import { createValidator } from './mount/validate.ts'
import { requestIdOf } from './server/request-id.ts'

export interface Agent extends Gate {
  readonly models: AgentModels
  readonly seal: Seal
  /** Fires when streams must end. */
  readonly shutdown: AbortSignal
}

const optionsOf = (request: Request, response: Response) => ({
  idempotencyKey: request.get('idempotency-key'),
  requestId: requestIdOf(response),
})

const readJobsQuery = createValidator(contract.agentJobsQuerySchema)

/** Mounts the agent's jobs: all of them for an administrator key, and for a project of its organization. */
export const mountAgentRoutes = (router: IRouter, agent: Agent): void => {
  const { database } = agent

  mountProject(
    router,
    agent,
    contract.createAgentJob,
    async ({ body, project, request, response }) =>
      createJob(database, await prepareJob(agent, { project, body, ...optionsOf(request, response) })),
    async ({ body, project, request, response }) => {
      await prepareJob(agent, { project, body, ...optionsOf(request, response) })
    },
  )
  mountProject(router, agent, contract.listAgentJobs, ({ project, request }) =>
    listJobs(database, project, readJobsQuery({ ...request.query })),
  )
  mountProject(router, agent, contract.getAgentJob, async ({ project, params }) =>
    describeJob(await findJob(database, project, params.id ?? '')),
  )
  mountProject(
    router,
    agent,
    contract.sendAgentMessage,
    ({ body, project, params, request, response }) =>
      sendMessage(database, { project, jobId: params.id ?? '', body, ...optionsOf(request, response) }),
    ({ body, project, params, request, response }) =>
      checkMessage(agent, { project, jobId: params.id ?? '', body, ...optionsOf(request, response) }),
  )
  mountProject(router, agent, contract.archiveAgentJob, ({ project, params }) =>
    archiveJob(database, project, params.id ?? ''),
  )
  mountProject(router, agent, contract.cancelAgentJob, ({ project, params }) =>
    cancelJob(database, project, params.id ?? ''),
  )
  mountProject(router, agent, contract.getAgentJobReport, async ({ project, params }) =>
    reportJob(database, await findJob(database, project, params.id ?? '')),
  )
  mountProject(router, agent, contract.watchAgentJob, async ({ key, project, params, request, response }) => {
    const job = await findJob(database, project, params.id ?? '')
    const after = Number(/^\d{1,15}$/.exec(request.get('last-event-id') ?? '')?.[0] ?? 0)
    const signal = AbortSignal.any([agent.shutdown, whenKeyEnds(database, key, response)])
    await streamJobEvents(response, { database, jobId: job.id, after, signal })
  })
}

/** Mounts the projects that jobs belong to, and what their readers asked in vain. */
export const mountProjectRoutes = (router: IRouter, agent: Agent): void => {
  const { database } = agent

  mountAdministration(router, agent, contract.createProject, ({ body, organizationId }) =>
    createProject(agent, organizationId, body),
  )
  mountAdministration(router, agent, contract.listProjects, async ({ organizationId }) => ({
    projects: await listProjects(database, organizationId),
  }))
  mountProject(router, agent, contract.getProject, ({ project }) => describeProject(database, project))
  mountAdministration(router, agent, contract.updateProject, async ({ body, params, organizationId }) =>
    updateProject(agent, await findProject(database, organizationId, params.projectId ?? ''), body),
  )
  mountAdministration(router, agent, contract.deleteProject, async ({ params, organizationId }) =>
    deleteProject(database, await findProject(database, organizationId, params.projectId ?? '')),
  )
  mountProject(router, agent, contract.listQuestionGroups, async ({ project }) => ({
    groups: await listQuestionGroups(database, project),
  }))
  mountProject(router, agent, contract.createJobFromQuestions, ({ body, project }) =>
    createJobFromQuestions(agent, project, { groupId: body.group ?? null, draft: body.draft === true }),
  )
}
