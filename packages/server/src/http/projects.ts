import * as contract from '@sidenote/contract'
import { listDeliveries, resendDelivery } from '../agent/jobs/list-deliveries.ts'
import { createJobFromQuestions, listQuestionGroups } from '../agent/jobs/questions.ts'
import type { AgentModels } from '../agent/projects/agent-models.ts'
import { describeProject } from '../agent/projects/project-record.ts'
import { createProject, deleteProject, findProject, listProjects, updateProject } from '../agent/projects/projects.ts'
import type { Quotas } from '../quotas.ts'
import type { Routes } from './mount/gate.ts'
import { mountAdministration, mountProject } from './mount/mount.ts'

/** Mounts the projects that jobs belong to, and the unanswered questions of their readers. */
export const mountProjectRoutes = (
  routes: Routes,
  { models, quotas }: { readonly models: AgentModels; readonly quotas: Quotas },
): void => {
  const { database, seal } = routes.gate
  const dependencies = { database, seal, models, quotas }

  mountAdministration(routes, contract.createProject, ({ body, organizationId }) =>
    createProject(dependencies, organizationId, body),
  )
  mountAdministration(routes, contract.listProjects, async ({ organizationId }) => ({
    projects: await listProjects(database, organizationId),
  }))
  mountProject(routes, contract.getProject, ({ project }) => describeProject(database, project))
  mountAdministration(routes, contract.updateProject, async ({ body, params, organizationId }) =>
    updateProject(dependencies, await findProject(database, organizationId, params.projectId), body),
  )
  mountAdministration(routes, contract.deleteProject, async ({ params, organizationId }) =>
    deleteProject(database, await findProject(database, organizationId, params.projectId)),
  )
  mountProject(routes, contract.listDeliveries, ({ project }) => listDeliveries(database, project))
  mountProject(routes, contract.resendDelivery, ({ params, project }) => resendDelivery(database, project, params.id))
  mountProject(routes, contract.listQuestionGroups, async ({ project }) => ({
    groups: await listQuestionGroups(database, project),
  }))
  mountProject(routes, contract.createJobFromQuestions, ({ body, project }) =>
    createJobFromQuestions(dependencies, project, {
      groupId: body.group ?? null,
      ids: body.questions ?? undefined,
      draft: body.draft === true,
    }),
  )
}
