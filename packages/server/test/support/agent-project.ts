import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentJob, ProjectRequest } from '@sidenote/contract'
import { MockLanguageModelV4 } from 'ai/test'
import { createJob, type JobDependencies, type JobRequest, prepareJob } from '../../src/agent/jobs/create-job.ts'
import type { AgentModels } from '../../src/agent/projects/agent-models.ts'
import { createProject, findProject } from '../../src/agent/projects/projects.ts'
import { createBreaker } from '../../src/breaker.ts'
import type { Database } from '../../src/database/database.ts'
import { createSeal } from '../../src/database/seal.ts'
import type { ProjectRow } from '../../src/database/tables.ts'
import { insertOrganization } from './insert-site.ts'

export const testSeal = createSeal(Buffer.alloc(32, 7))

/** Models that are named but never asked. */
export const namedModels: AgentModels = {
  open: async (name) => [{ name: name ?? 'test:model', model: new MockLanguageModelV4(), breaker: createBreaker() }],
}

let projects = 0

/** A project of the local host, in an empty folder unless the request names another. */
export const addProject = async (
  database: Database,
  request: Partial<ProjectRequest> = {},
  organization?: string,
): Promise<ProjectRow> => {
  const organizationId = await insertOrganization(database, organization)
  const repository = request.repository ?? (await mkdtemp(join(tmpdir(), 'sidenote-test-')))
  const project = await createProject({ database, seal: testSeal, models: namedModels }, organizationId, {
    name: `docs ${projects++}`,
    host: { kind: 'local' },
    ...request,
    repository,
  })
  return findProject(database, organizationId, project.id)
}

/** Creates a job, as the API does. */
export const addJob = async (dependencies: JobDependencies, request: JobRequest): Promise<AgentJob> =>
  createJob(dependencies.database, await prepareJob(dependencies, request))
