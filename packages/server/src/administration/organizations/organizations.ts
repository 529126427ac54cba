import { randomUUID } from 'node:crypto'
import type {
  CreatedKey,
  CreatedOrganization,
  Organization,
  OrganizationChange,
  OrganizationRequest,
} from '@sidenote/contract'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { KeyRow, OrganizationRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import { createKey, isOpen } from '../keys/keys.ts'

/** The organization of the first start. Whoever administrates it runs the server, and may make and delete others. */
export const operatorOrganization = 'default'

/** @throws AppError `operator_only`, whether or not there is what the request names. */
export const requireOperator = (key: Pick<KeyRow, 'organization_id'>): void => {
  if (key.organization_id === operatorOrganization) return
  throw new AppError(
    'operator_only',
    'This takes an administrator key of the operator: one of the first organization of this server.',
  )
}

const noSuchOrganization = (id: string): AppError => new AppError('not_found', `There is no organization "${id}".`)

const selectOrganizations = (database: Database) =>
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

const describeOrganization = (row: Counted): Organization => ({
  id: row.id,
  name: row.name,
  isOperator: row.id === operatorOrganization,
  isTrusted: row.trusted === 1,
  sites: row.sites ?? 0,
  projects: row.projects ?? 0,
  keys: row.keys ?? 0,
  createdAt: row.created_at,
})

/** All organizations, oldest first. */
export const listOrganizations = async (database: Database): Promise<Organization[]> => {
  const rows = await selectOrganizations(database).orderBy('created_at').orderBy('id').execute()
  return rows.map(describeOrganization)
}

/** @throws AppError `not_found` */
export const getOrganization = async (database: Database, id: string): Promise<Organization> => {
  const row = await selectOrganizations(database).where('organizations.id', '=', id).executeTakeFirst()
  if (!row) throw noSuchOrganization(id)
  return describeOrganization(row)
}

/** Adds an organization with its first administrator key, whose text is in the result and nowhere else. */
export const createOrganization = (
  database: Database,
  { name, isTrusted = false }: OrganizationRequest,
): Promise<CreatedOrganization> =>
  database.transaction().execute(async (transaction) => {
    const id = `organization_${randomUUID()}`
    const row = { id, name, created_at: new Date().toISOString(), trusted: isTrusted ? 1 : 0 }
    await transaction.insertInto('organizations').values(row).execute()
    const administratorKey = await createKey(transaction, id, { kind: 'administrator', name: 'First key' })
    return { ...(await getOrganization(transaction, id)), administratorKey }
  })

/** Makes an administrator key of an organization. @throws AppError `not_found` */
export const createOrganizationKey = async (
  database: Database,
  id: string,
  name: string | null | undefined,
): Promise<CreatedKey> => {
  await getOrganization(database, id)
  return createKey(database, id, { kind: 'administrator', name })
}

/**
 * Changes what the request names.
 *
 * @throws AppError `not_found`; `conflict` for the operator’s own organization without trust.
 */
export const updateOrganization = async (
  database: Database,
  id: string,
  { name, isTrusted }: OrganizationChange,
): Promise<Organization> => {
  const before = await getOrganization(database, id)
  if (before.isOperator && isTrusted === false) {
    throw new AppError('conflict', 'This is the operator’s organization, which is trusted with the machine it runs on.')
  }
  const row = { name: name ?? before.name, trusted: (isTrusted ?? before.isTrusted) ? 1 : 0 }
  await database.updateTable('organizations').set(row).where('id', '=', id).execute()
  return getOrganization(database, id)
}

/**
 * Deletes an organization with all that belongs to it.
 *
 * @throws AppError `not_found`; `conflict` for the first organization, without which nobody could administrate the server.
 */
export const deleteOrganization = async (database: Database, id: string): Promise<void> => {
  if (id === operatorOrganization) {
    throw new AppError('conflict', 'This is the first organization, whose keys run the server. It cannot be deleted.')
  }
  const { numDeletedRows } = await database.deleteFrom('organizations').where('id', '=', id).executeTakeFirstOrThrow()
  if (!numDeletedRows) throw noSuchOrganization(id)
}
