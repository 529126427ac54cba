import type { Invitation, Member, Role } from '@sidenote/contract'
import { type Database, engineOf } from '../../database/database.ts'
import type { PersonRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'

type MemberRow = PersonRow & { readonly last_used_at: string | null }

const selectMembers = (database: Database, organizationId: string) =>
  database
    .selectFrom('people')
    .selectAll('people')
    .select(({ selectFrom }) =>
      selectFrom('sessions')
        .select(({ fn }) => fn.max('sessions.updated_at').as('last'))
        .whereRef('sessions.person_id', '=', 'people.id')
        .as('last_used_at'),
    )
    .where('organization_id', '=', organizationId)

const describeMember = (row: MemberRow): Member => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
})

/** The people of an organization, and who was invited. */
export const listMembers = async (
  database: Database,
  organizationId: string,
): Promise<{ members: Member[]; invitations: Invitation[] }> => {
  const members = await selectMembers(database, organizationId).orderBy('name').orderBy('id').execute()
  const invitations = await database
    .selectFrom('links')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('kind', '=', 'invitation')
    .where('expires_at', '>', new Date().toISOString())
    .orderBy('created_at', 'desc')
    .execute()
  return {
    members: members.map(describeMember),
    invitations: invitations.map(({ id, email, role, created_at, expires_at }) => ({
      id,
      email: email ?? '',
      role,
      createdAt: created_at,
      expiresAt: expires_at,
    })),
  }
}

/** @throws AppError `not_found`, alike for people of other organizations and for nobody */
const findMember = async (database: Database, organizationId: string, id: string): Promise<MemberRow> => {
  const row = await selectMembers(database, organizationId).where('people.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not_found', `There is no person "${id}" in this organization.`)
  return row
}

/** Two owners that remove each other at once wait for each other here. SQLite has one writer anyway. */
const lockOrganization = async (transaction: Database, organizationId: string): Promise<void> => {
  if (engineOf(transaction) !== 'postgres') return
  await transaction.selectFrom('organizations').select('id').where('id', '=', organizationId).forUpdate().execute()
}

/** @throws AppError `conflict` when nobody else is an owner */
const requireOtherOwner = async (database: Database, { id, organization_id, role, name }: PersonRow): Promise<void> => {
  if (role !== 'owner') return
  const other = await database
    .selectFrom('people')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('role', '=', 'owner')
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst()
  if (other) return
  throw new AppError(
    'conflict',
    `${name} is the last owner: without one, nobody could manage people and keys here. Make somebody else an owner first.`,
  )
}

/** @throws AppError `not_found`; `conflict` when the last owner would lose the role */
export const updateMember = (
  database: Database,
  organizationId: string,
  { id, role }: { readonly id: string; readonly role: Role },
): Promise<Member> =>
  database.transaction().execute(async (transaction) => {
    await lockOrganization(transaction, organizationId)
    const row = await findMember(transaction, organizationId, id)
    if (role !== 'owner') await requireOtherOwner(transaction, row)
    const updated_at = new Date().toISOString()
    await transaction.updateTable('people').set({ role, updated_at }).where('id', '=', id).execute()
    return describeMember({ ...row, role })
  })

/** Removes a person, their sessions and their ways to sign in. @throws AppError `not_found`; `conflict` for the last owner */
export const deleteMember = (database: Database, organizationId: string, id: string): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    await lockOrganization(transaction, organizationId)
    await requireOtherOwner(transaction, await findMember(transaction, organizationId, id))
    await transaction.deleteFrom('people').where('id', '=', id).execute()
  })
