import { randomUUID } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import type { PersonRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import type { Authentication } from './authentication.ts'

/** The library’s name of a password among the ways to sign in. */
const passwordProvider = 'credential'

/** Hashes a password with scrypt, as the library does when it compares. */
export const hashPassword = async (authentication: Authentication, password: string): Promise<string> =>
  (await authentication.$context).password.hash(password)

/** What is answered when somebody has an e-mail address already. */
export const knownAddress = (email: string): AppError =>
  new AppError('conflict', `Somebody with the e-mail address ${email} can sign in already.`)

/**
 * Adds a person. Of two requests at once with the same e-mail address, one adds it.
 *
 * @throws AppError `conflict` when somebody has it
 */
export const insertPerson = async (
  transaction: Database,
  person: Pick<PersonRow, 'organization_id' | 'role' | 'name' | 'email'>,
): Promise<PersonRow> => {
  const now = new Date().toISOString()
  const row = {
    ...person,
    id: `person_${randomUUID()}`,
    email_verified: 1,
    image: null,
    created_at: now,
    updated_at: now,
  }
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('people')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) throw knownAddress(row.email)
  return row
}

/** Sets a person’s password, from its hash, and ends all their sessions, passkeys and connections: nobody else shall be in. */
export const storePassword = async (transaction: Database, personId: string, password: string): Promise<void> => {
  const now = new Date().toISOString()
  await transaction
    .insertInto('sign_in_methods')
    .values({
      id: `account_${randomUUID()}`,
      person_id: personId,
      provider: passwordProvider,
      account: personId,
      password,
      access_token: null,
      refresh_token: null,
      id_token: null,
      access_token_expires_at: null,
      refresh_token_expires_at: null,
      scope: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'account']).doUpdateSet({ password, updated_at: now }))
    .execute()
  await transaction.deleteFrom('sessions').where('person_id', '=', personId).execute()
  await transaction.deleteFrom('passkeys').where('person_id', '=', personId).execute()
  await transaction.deleteFrom('connections').where('person_id', '=', personId).execute()
}
