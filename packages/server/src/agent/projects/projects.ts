import { randomUUID } from 'node:crypto'
import {
  credentialsSchema,
  type HostCredentials,
  type JobLimits,
  jobLimitsSchema,
  type Project,
  type ProjectChange,
  type ProjectRequest,
  pricesSchema,
} from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import type { Seal } from '../../database/seal.ts'
import type { ProjectRow } from '../../database/tables.ts'
import { AppError, invalidValue } from '../../errors.ts'
import { isBranchName } from '../../git/branch-name.ts'
import { forgetAnswers } from '../jobs/idempotency.ts'
import type { AgentModels } from './agent-models.ts'
import { checkCredentials, checkModel, checkRepository } from './project-checks.ts'

export interface ProjectDependencies {
  readonly database: Database
  readonly seal: Seal
  readonly models: AgentModels
}

export const defaultLimits: JobLimits = { steps: 60, tokens: 2_000_000, minutes: 20, files: 50, bytes: 200_000 }

const limitsOf = (row: Pick<ProjectRow, 'limits_json'>): JobLimits =>
  jobLimitsSchema.parse({ ...defaultLimits, ...jobLimitsSchema.partial().parse(JSON.parse(row.limits_json)) })

/** What a project says about its jobs, parsed. */
export const settingsOf = (row: ProjectRow) => ({
  limits: limitsOf(row),
  prices: row.prices_json === null ? null : pricesSchema.parse(JSON.parse(row.prices_json)),
})

/** How the project signs in to its code host. Not for answers, logs or prompts. */
export const openCredentials = (seal: Seal, row: ProjectRow): HostCredentials | null =>
  row.credentials_sealed === null
    ? null
    : credentialsSchema.parse(JSON.parse(seal.open(row.id, row.credentials_sealed)))

/** @throws AppError `not_found` when there is no such project of the organization. */
export const findProject = async (database: Database, organizationId: string, id: string): Promise<ProjectRow> => {
  const row = await database
    .selectFrom('projects')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', `There is no project "${id}".`)
  return row
}

/** Adds a project. @throws AppError `invalid_request`; `not_found` when its site is not there; `conflict` as `change` */
export const createProject = async (
  dependencies: ProjectDependencies,
  organizationId: string,
  request: ProjectRequest,
): Promise<Project> => {
  const blank: ProjectRow = {
    id: `project_${randomUUID()}`,
    organization_id: organizationId,
    site_id: null,
    name: '',
    repository: '',
    ref: 'main',
    docs_folder: '',
    host_kind: 'local',
    host_url: null,
    credentials_kind: null,
    credentials_sealed: null,
    model: null,
    instructions: null,
    limits_json: '{}',
    prices_json: null,
    webhook_url: null,
    webhook_secret_sealed: null,
    created_at: new Date().toISOString(),
  }
  const row = await change(dependencies, blank, request)
  await dependencies.database.insertInto('projects').values(row).execute()
  return describeProject(dependencies.database, row)
}

/** All projects of the organization, by name. */
export const listProjects = async (database: Database, organizationId: string): Promise<Project[]> => {
  const rows = await database
    .selectFrom('projects')
    .leftJoin('sites', 'sites.id', 'projects.site_id')
    .selectAll('projects')
    .select('sites.domain')
    .where('projects.organization_id', '=', organizationId)
    .orderBy('projects.name')
    .orderBy('projects.id')
    .execute()
  return rows.map((row) => describe(row, row.domain))
}

/** Changes what the request names; `null` sets a field back. @throws AppError */
export const updateProject = async (
  dependencies: ProjectDependencies,
  organizationId: string,
  id: string,
  request: ProjectChange,
): Promise<Project> => {
  const before = await findProject(dependencies.database, organizationId, id)
  const row = await change(dependencies, before, request)
  if (
    before.credentials_sealed &&
    !request.credentials &&
    request.credentials !== null &&
    reachesElsewhere(before, row)
  ) {
    const message = 'The repository moves to another address; give the credentials again, or null for none.'
    throw invalidValue('credentials', message)
  }
  await dependencies.database.updateTable('projects').set(row).where('id', '=', id).execute()
  return describeProject(dependencies.database, row)
}

/** Removes a project with its jobs. A worker that is at one of them stops. @throws AppError `not_found` */
export const deleteProject = async (database: Database, organizationId: string, id: string): Promise<void> => {
  await findProject(database, organizationId, id)
  await forgetAnswers(database, id)
  await database.deleteFrom('projects').where('id', '=', id).execute()
}

/** A project as answers show it: without its secrets. */
export const describeProject = async (database: Database, row: ProjectRow): Promise<Project> => {
  const site = row.site_id
    ? await database.selectFrom('sites').select('domain').where('id', '=', row.site_id).executeTakeFirst()
    : undefined
  return describe(row, site?.domain ?? null)
}

const describe = (row: ProjectRow, site: string | null): Project => ({
  id: row.id,
  name: row.name,
  repository: row.repository,
  ref: row.ref,
  docsFolder: row.docs_folder,
  host: { kind: row.host_kind, url: row.host_url },
  credentials: row.credentials_kind,
  site,
  model: row.model,
  instructions: row.instructions,
  ...settingsOf(row),
  webhook: row.webhook_url === null ? null : { url: row.webhook_url },
  createdAt: row.created_at,
})

/** People name projects by their names, too. @throws AppError `conflict` when another one has it */
const requireFreeName = async (database: Database, { id, organization_id, name }: ProjectRow): Promise<void> => {
  const taken = await database
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('name', '=', name)
    .where('id', '!=', id)
    .executeTakeFirst()
  if (taken) throw new AppError('conflict', `A project "${name}" exists already: ${taken.id}.`)
}

/** The row with what the request changes, checked. @throws AppError `conflict` when another project has the name */
const change = async (
  { database, seal, models }: ProjectDependencies,
  before: ProjectRow,
  request: ProjectChange,
): Promise<ProjectRow> => {
  const row: ProjectRow = {
    ...before,
    name: request.name ?? before.name,
    repository: request.repository ?? before.repository,
    ref: request.ref === undefined ? before.ref : (request.ref ?? 'main'),
    docs_folder: request.docsFolder === undefined ? before.docs_folder : trimFolder(request.docsFolder ?? ''),
    host_kind: request.host?.kind ?? before.host_kind,
    host_url: request.host ? (request.host.url ?? null) : before.host_url,
    model: request.model === undefined ? before.model : request.model,
    instructions: request.instructions === undefined ? before.instructions : request.instructions,
    ...(request.limits !== undefined && { limits_json: changeLimits(before, request.limits) }),
    ...(request.prices !== undefined && { prices_json: request.prices && JSON.stringify(request.prices) }),
    ...(request.credentials !== undefined && sealCredentials(seal, before.id, request.credentials)),
    ...(request.webhook !== undefined && {
      webhook_url: request.webhook?.url ?? null,
      webhook_secret_sealed: request.webhook ? seal.close(before.id, request.webhook.secret) : null,
    }),
    ...(request.site !== undefined && { site_id: await findSiteId(database, before.organization_id, request.site) }),
  }
  if (!isBranchName(row.ref)) throw invalidValue('ref', `"${row.ref}" is not the name of a branch.`)
  await checkRepository(database, row)
  checkCredentials(row.host_kind, request.credentials ?? null)
  if (row.name !== before.name) await requireFreeName(database, row)
  if (typeof request.model === 'string') await checkModel(models, request.model)
  return row
}

/** A limit that is left out stays as it is; null sets all back. */
const changeLimits = ({ limits_json }: ProjectRow, limits: ProjectChange['limits']): string =>
  JSON.stringify(limits ? { ...jobLimitsSchema.partial().parse(JSON.parse(limits_json)), ...limits } : {})

const trimFolder = (folder: string): string => folder.replace(/\/+$/, '')

const sealCredentials = (seal: Seal, id: string, credentials: HostCredentials | null) => ({
  credentials_kind: credentials?.kind ?? null,
  credentials_sealed: credentials ? seal.close(id, JSON.stringify(credentials)) : null,
})

const findSiteId = async (
  database: Database,
  organizationId: string,
  domain: string | null,
): Promise<string | null> => {
  if (domain === null) return null
  const site = await database
    .selectFrom('sites')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('domain', '=', domain)
    .executeTakeFirst()
  if (!site) throw new AppError('not_found', `There is no site "${domain}".`)
  return site.id
}

/** A token is only ever sent where it was given for. */
const reachesElsewhere = (before: ProjectRow, after: ProjectRow): boolean =>
  before.host_kind !== after.host_kind ||
  before.host_url !== after.host_url ||
  URL.parse(before.repository)?.origin !== URL.parse(after.repository)?.origin
