import type { CreatedInvitation, Role } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import type { Authentication } from './authentication.ts'
import { createLink, readLink, takeLink } from './links.ts'
import { hashPassword, insertPerson, knownAddress, storePassword } from './store-person.ts'

const invitationMinutes = 7 * 24 * 60

const refuseKnown = async (database: Database, email: string): Promise<void> => {
  const known = await database.selectFrom('people').select('id').where('email', '=', email).executeTakeFirst()
  if (known) throw knownAddress(email)
}

interface NewInvitation {
  readonly email: string
  readonly role: Role
  /** Where browsers reach the server. */
  readonly publicUrl: string
}

/**
 * Invites somebody to an organization; an earlier invitation of theirs ends.
 *
 * @throws AppError `conflict` when they can sign in already
 */
export const createInvitation = async (
  database: Database,
  organizationId: string,
  { email, role, publicUrl }: NewInvitation,
): Promise<CreatedInvitation> => {
  await refuseKnown(database, email)
  await database
    .deleteFrom('links')
    .where('organization_id', '=', organizationId)
    .where('kind', '=', 'invitation')
    .where('email', '=', email)
    .execute()
  const link = { kind: 'invitation', organization_id: organizationId, role, email } as const
  const { row, token } = await createLink(database, link, invitationMinutes)
  return {
    id: row.id,
    email,
    role,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    link: `${publicUrl}/dashboard/join#${token}`,
  }
}

/** @throws AppError `not_found`, alike for invitations of other organizations and for none */
export const deleteInvitation = async (database: Database, organizationId: string, id: string): Promise<void> => {
  const { numDeletedRows } = await database
    .deleteFrom('links')
    .where('id', '=', id)
    .where('kind', '=', 'invitation')
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new AppError('not_found', `There is no invitation "${id}" in this organization.`)
}

/** What an invitation is for. @throws AppError `not_found` when its link isn’t valid */
export const readInvitation = async (database: Database, token: string) => {
  const { email, role, organization_id } = await readLink(database, { kind: 'invitation', token })
  const { name } = await database
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', organization_id)
    .executeTakeFirstOrThrow()
  return { email: email ?? '', role, organization: name }
}

/**
 * Makes who was invited a person of the organization, and uses the invitation up.
 *
 * @returns their e-mail address
 * @throws AppError `not_found` for a link that isn’t valid; `conflict` when they can sign in already
 */
export const joinOrganization = async (
  database: Database,
  authentication: Authentication,
  { token, name, password }: { readonly token: string; readonly name: string; readonly password: string },
): Promise<string> => {
  const hash = await hashPassword(authentication, password)
  return database.transaction().execute(async (transaction) => {
    const { email, role, organization_id } = await takeLink(transaction, { kind: 'invitation', token })
    if (email === null) throw new Error('An invitation has no e-mail address.')
    const person = await insertPerson(transaction, { organization_id, role, name, email })
    await storePassword(transaction, person.id, hash)
    return email
  })
}
