import type { HostCredentials, ProjectChange } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import type { Seal } from '../../database/seal.ts'
import type { ProjectRow } from '../../database/tables.ts'
import { AppError, invalidValue } from '../../errors.ts'
import { isBranchName } from '../../git/branch-name.ts'
import type { Quotas } from '../../quotas.ts'
import type { AgentModels } from './agent-models.ts'
import { checkCredentials, checkModel, checkRepository } from './project-checks.ts'
import { ownLimitsOf } from './project-record.ts'

/** What changing a project depends on. */
export interface ProjectDependencies {
  readonly database: Database
  readonly seal: Seal
  readonly models: AgentModels
  /** @default `usualQuotas` */
  readonly quotas?: Quotas
}

/**
 * Applies a change to a row, and checks the result. Writes nothing.
 *
 * @throws AppError `invalid_request`; `not_found` for the site; `conflict` when another project has the name
 */
export const changeProject = async (
  { database, seal, models }: ProjectDependencies,
  before: ProjectRow,
  change: ProjectChange,
): Promise<ProjectRow> => {
  const row: ProjectRow = {
    ...before,
    ...plainColumns(before, change),
    ...(change.limits !== undefined && { limits_json: mergeLimits(before, change.limits) }),
    ...(change.writable !== undefined && { writable_json: JSON.stringify(change.writable ?? []) }),
    ...(change.prices !== undefined && { prices_json: change.prices && JSON.stringify(change.prices) }),
    ...(change.credentials !== undefined && sealCredentials(seal, before.id, change.credentials)),
    ...(change.webhook !== undefined && {
      webhook_url: change.webhook?.url ?? null,
      webhook_secret_sealed: change.webhook ? seal.close(before.id, change.webhook.secret) : null,
      ...(change.webhook?.events && { webhook_events_json: JSON.stringify([...new Set(change.webhook.events)]) }),
    }),
    ...(change.site !== undefined && { site_id: await findSiteId(database, before.organization_id, change.site) }),
  }
  if (!isBranchName(row.ref)) throw invalidValue('ref', `"${row.ref}" is not a valid branch name.`)
  await checkRepository(database, row)
  checkCredentials(row.host_kind, change.credentials ?? null)
  if (row.name !== before.name) await requireFreeName(database, row)
  if (typeof change.model === 'string') await checkModel(models, change.model)
  return row
}

/** The columns that a change fills as they are; those that it leaves out stay. */
const plainColumns = (before: ProjectRow, change: ProjectChange): Partial<ProjectRow> => ({
  name: change.name ?? before.name,
  repository: change.repository ?? before.repository,
  ref: change.ref === undefined ? before.ref : (change.ref ?? 'main'),
  docs_folder: change.docsFolder === undefined ? before.docs_folder : trimFolder(change.docsFolder ?? ''),
  host_kind: change.host?.kind ?? before.host_kind,
  host_url: change.host ? (change.host.url ?? null) : before.host_url,
  model: change.model === undefined ? before.model : change.model,
  instructions: change.instructions === undefined ? before.instructions : change.instructions,
  author: change.author === undefined ? before.author : change.author,
})

/** A limit that is left out stays as it is; null resets all. */
const mergeLimits = (before: ProjectRow, limits: ProjectChange['limits']): string =>
  JSON.stringify(limits ? { ...ownLimitsOf(before), ...limits } : {})

const trimFolder = (folder: string): string => {
  let end = folder.length
  while (folder[end - 1] === '/') end--
  return folder.slice(0, end)
}

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

/** Names are unique in an organization: people use them in place of ids. @throws AppError `conflict` */
const requireFreeName = async (database: Database, { id, organization_id, name }: ProjectRow): Promise<void> => {
  const other = await database
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('name', '=', name)
    .where('id', '!=', id)
    .executeTakeFirst()
  if (other) throw new AppError('conflict', `A project "${name}" already exists: ${other.id}.`)
}
