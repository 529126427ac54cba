import type { Finding } from '@sidenote/contract'
import { createAgentModels } from '../../agent/projects/agent-models.ts'
import { tryProject } from '../../agent/projects/try-project.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import type { Seal } from '../../database/seal.ts'
import type { ProjectRow } from '../../database/tables.ts'
import { findingsAbout } from '../../findings.ts'
import type { SeenServer } from './ask-server.ts'
import { openSeal, readOwners } from './installation.ts'

const projectMilliseconds = 120_000

const sentenceOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.name === 'TimeoutError'
    ? `Its host did not answer within ${projectMilliseconds / 1_000} seconds.`
    : error.message
}

interface Installation {
  readonly config: Config
  readonly server: Pick<SeenServer, 'installation'>
}

/** Whether a project has a model that can use tools. The keys of a running server's models are not in this shell. */
const hasModel = async ({ config, server }: Installation, name: string | null): Promise<boolean> => {
  if (server.installation) return !['quote', null].includes(name ?? server.installation.model)
  const { model, environment } = config
  return (await createAgentModels({ model, fallbackModel: undefined, environment }).open(name)) !== null
}

const checkProject = async (
  installation: Installation,
  { database, seal }: { database: Database; seal: Seal | undefined },
  { about, project }: { about: string; project: ProjectRow },
): Promise<Finding> => {
  const { good, warning, problem } = findingsAbout(about)
  if (!seal)
    return problem('Its credentials need secrets.key, which the data folder doesn’t have, or which is damaged.')
  try {
    const canWork = await hasModel(installation, project.model)
    if (project.webhook_secret_sealed !== null) seal.open(project.id, project.webhook_secret_sealed)
    await tryProject({ database, seal }, project, AbortSignal.timeout(projectMilliseconds))
    const success = `${project.repository} can be read at ${project.ref}, and branches can be pushed to it.`
    if (canWork) return good(success)
    return warning(
      `${success} But its jobs are refused, because no model that can use tools is configured. Set SIDENOTE_MODEL.`,
    )
  } catch (error) {
    return problem(sentenceOf(error))
  }
}

/** Checks that the agent reaches the repository of every project, and may push there. Changes nothing. */
export const checkProjects = async (installation: Installation, database: Database): Promise<Finding[]> => {
  const projects = await database.selectFrom('projects').selectAll().orderBy('name').orderBy('id').execute()
  if (projects.length === 0) return []
  const seal = await openSeal(installation.config)
  const ownerOf = await readOwners(database)
  const findings: Finding[] = []
  for (const project of projects) {
    const about = project.name + ownerOf(project.organization_id)
    findings.push(await checkProject(installation, { database, seal }, { about, project }))
  }
  return findings
}
