import { randomUUID } from 'node:crypto'
import type { Project, ProjectChange, ProjectRequest } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import { requireRoom } from '../../database/require-room.ts'
import type { ProjectRow } from '../../database/tables.ts'
import { AppError, invalidValue } from '../../errors.ts'
import { usualQuotas } from '../../quotas.ts'
import { forgetAnswers } from '../jobs/idempotency.ts'
import { changeProject, type ProjectDependencies } from './change-project.ts'
import { describeProject, describeProjectRow } from './project-record.ts'

/** Finds a project of an organization. @throws AppError `not_found` */
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

/** Lists all projects of an organization, by name. */
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
  return rows.map((row) => describeProjectRow(row, row.domain))
}

/** Adds a project. @throws AppError as `changeProject`; `conflict` when the organization has as many as it may have */
export const createProject = async (
  dependencies: ProjectDependencies,
  organizationId: string,
  request: ProjectRequest,
): Promise<Project> => {
  const row = await changeProject(dependencies, blankProject(organizationId), request)
  const { quotas = usualQuotas } = dependencies
  await dependencies.database.transaction().execute(async (transaction) => {
    await requireRoom(transaction, organizationId, { table: 'projects', most: quotas.organizationSites })
    await transaction.insertInto('projects').values(row).execute()
  })
  return describeProject(dependencies.database, row)
}

const blankProject = (organizationId: string): ProjectRow => ({
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
  writable_json: '[]',
  author: null,
  limits_json: '{}',
  prices_json: null,
  webhook_url: null,
  webhook_secret_sealed: null,
  webhook_events_json: '["job"]',
  created_at: new Date().toISOString(),
})

/** Changes the fields that the change names; `null` resets a field. @throws AppError as `changeProject` */
export const updateProject = async (
  dependencies: ProjectDependencies,
  before: ProjectRow,
  change: ProjectChange,
): Promise<Project> => {
  const row = await changeProject(dependencies, before, change)
  const keepsCredentials = before.credentials_sealed !== null && change.credentials === undefined
  if (keepsCredentials && isElsewhere(before, row)) {
    const message = 'The repository moves to another address; give the credentials again, or null for none.'
    throw invalidValue('credentials', message)
  }
  await dependencies.database.updateTable('projects').set(row).where('id', '=', before.id).execute()
  return describeProject(dependencies.database, row)
}

/** A token is only ever sent to the address that it was given for. */
const isElsewhere = (before: ProjectRow, after: ProjectRow): boolean =>
  before.host_kind !== after.host_kind ||
  before.host_url !== after.host_url ||
  URL.parse(before.repository)?.origin !== URL.parse(after.repository)?.origin

/** Removes a project with its jobs. A worker that works on one of them stops. */
export const deleteProject = async (database: Database, { id }: Pick<ProjectRow, 'id'>): Promise<void> => {
  await forgetAnswers(database, id)
  await database.deleteFrom('projects').where('id', '=', id).execute()
}
