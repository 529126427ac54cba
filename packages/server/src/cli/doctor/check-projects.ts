import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { operatorOrganization } from '../../administration/organizations/operator.ts'
import { createAgentModels } from '../../agent/projects/agent-models.ts'
import { tryProject } from '../../agent/projects/try-project.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import { createSeal, readSealKey, type Seal } from '../../database/seal.ts'
import type { ProjectRow } from '../../database/tables.ts'
import { type Finding, findingsAbout } from './finding.ts'

const projectMilliseconds = 120_000

/** Undefined where there is no key, or none that can be used: the doctor makes none. */
export const openSeal = async ({
  dataFolder,
  secretsKey,
}: Pick<Config, 'dataFolder' | 'secretsKey'>): Promise<Seal | undefined> =>
  secretsKey !== undefined || existsSync(join(dataFolder, 'secrets.key'))
    ? readSealKey(dataFolder, secretsKey).then(createSeal, () => undefined)
    : undefined

/** Whose something is, by the id of the organization: nothing for what is the operator’s, as whose keys the others cannot see. */
export const readOwners = async (database: Database): Promise<(organizationId: string) => string> => {
  const rows = await database.selectFrom('organizations').select(['id', 'name']).execute()
  const owners = new Map(rows.map(({ id, name }) => [id, id === operatorOrganization ? '' : ` of ${name}`]))
  return (organizationId) => owners.get(organizationId) ?? ''
}

const sentenceOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.name === 'TimeoutError'
    ? `Its host took more than ${projectMilliseconds / 1_000} seconds.`
    : error.message
}

const checkProject = async (
  config: Config,
  { database, seal }: { database: Database; seal: Seal | undefined },
  { about, project }: { about: string; project: ProjectRow },
): Promise<Finding> => {
  const { good, warning, problem } = findingsAbout(about)
  const { model, environment } = config
  if (!seal)
    return problem(
      'What it signs in with was sealed with secrets.key, which the data folder does not have, or not whole.',
    )
  try {
    const models = await createAgentModels({ model, fallbackModel: undefined, environment }).open(project.model)
    if (project.webhook_secret_sealed !== null) seal.open(project.id, project.webhook_secret_sealed)
    await tryProject({ database, seal }, project, AbortSignal.timeout(projectMilliseconds))
    const reached = `${project.repository} can be read at ${project.ref}, and branches can be pushed to it.`
    if (models) return good(reached)
    return warning(
      `${reached} But its jobs are refused: no model is configured that can use tools. Set SIDENOTE_MODEL.`,
    )
  } catch (error) {
    return problem(sentenceOf(error))
  }
}

/** Looks whether the agent reaches the repository of every project, and may push there. Changes nothing. */
export const checkProjects = async (config: Config, database: Database): Promise<Finding[]> => {
  const projects = await database.selectFrom('projects').selectAll().orderBy('name').orderBy('id').execute()
  if (projects.length === 0) return []
  const seal = await openSeal(config)
  const ownerOf = await readOwners(database)
  const findings: Finding[] = []
  for (const project of projects) {
    const about = project.name + ownerOf(project.organization_id)
    findings.push(await checkProject(config, { database, seal }, { about, project }))
  }
  return findings
}
