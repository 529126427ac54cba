import type { Organization } from '@sidenote/contract'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { OrganizationRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import { isOpen } from '../keys/key-record.ts'
import { operatorOrganization } from './operator.ts'

/** The error for an organization that doesn’t exist. */
export const noSuchOrganization = (id: string): AppError =>
  new AppError('not_found', `There is no organization "${id}".`)

/** Organizations, each with how many sites, projects and working keys it has. */
export const selectOrganizations = (database: Database) =>
  database
    .selectFrom('organizations')
    .selectAll()
    .select(({ selectFrom }) => [
      selectFrom('sites')
        .whereRef('organization_id', '=', 'organizations.id')
        .select(sql<number>`count(*)`.as('count'))
        .as('sites'),
      selectFrom('projects')
        .whereRef('organization_id', '=', 'organizations.id')
        .select(sql<number>`count(*)`.as('count'))
        .as('projects'),
      selectFrom('keys')
        .whereRef('organization_id', '=', 'organizations.id')
        .where(isOpen())
        .select(sql<number>`count(*)`.as('count'))
        .as('keys'),
    ])

type Counted = Selectable<OrganizationRow> & { [Name in 'sites' | 'projects' | 'keys']: number | null }

/** An organization as it is shown. */
export const describeOrganization = (row: Counted): Organization => ({
  id: row.id,
  name: row.name,
  isOperator: row.id === operatorOrganization,
  isTrusted: row.trusted === 1,
  sites: row.sites ?? 0,
  projects: row.projects ?? 0,
  keys: row.keys ?? 0,
  createdAt: row.created_at,
})
