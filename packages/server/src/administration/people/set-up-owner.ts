import type { Database } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { operatorOrganization } from '../organizations/operator.ts'
import type { Authentication } from './authentication.ts'
import { createLink, takeLink } from './links.ts'
import { hashPassword, insertPerson, storePassword } from './store-person.ts'

const setupMinutes = 30

interface Owner {
  readonly name: string
  /** In lower case. */
  readonly email: string
  readonly password: string
}

/** Whether anybody can sign in to run this server. */
export const hasOwner = async (database: Database): Promise<boolean> =>
  (await database
    .selectFrom('people')
    .select('id')
    .where('organization_id', '=', operatorOrganization)
    .where('role', '=', 'owner')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Creates the link by which its reader becomes an owner. The token is in the fragment, which no browser sends and no proxy logs. */
export const createSetupLink = async (database: Database, publicUrl: string): Promise<string> => {
  const link = { kind: 'setup', organization_id: operatorOrganization, role: 'owner', email: null } as const
  const { token } = await createLink(database, link, setupMinutes)
  return `${publicUrl}/dashboard/setup#${token}`
}

const storeOwner = async (transaction: Database, { name, email }: Owner, password: string): Promise<void> => {
  const known = await transaction.selectFrom('people').selectAll().where('email', '=', email).executeTakeFirst()
  if (known && known.organization_id !== operatorOrganization) {
    throw new AppError('conflict', `Somebody of another organization has the e-mail address ${email}.`)
  }
  const person =
    known ?? (await insertPerson(transaction, { organization_id: operatorOrganization, role: 'owner', name, email }))
  if (known) await transaction.updateTable('people').set({ role: 'owner', name }).where('id', '=', known.id).execute()
  await storePassword(transaction, person.id, password)
}

/**
 * Makes somebody an owner by a setup link, and uses it up. Who has the e-mail address already gets the new password.
 *
 * @throws AppError `not_found` for a link that isn’t valid; `conflict` when the address is of another organization
 */
export const setUpOwner = async (
  database: Database,
  authentication: Authentication,
  { token, ...owner }: Owner & { readonly token: string },
): Promise<void> => {
  const password = await hashPassword(authentication, owner.password)
  await database.transaction().execute(async (transaction) => {
    await takeLink(transaction, { kind: 'setup', token })
    await storeOwner(transaction, owner, password)
  })
}

/** Makes somebody an owner who isn’t there yet, from the environment. A password that was changed since then stays. */
export const addConfiguredOwner = async (
  database: Database,
  authentication: Authentication,
  { email, password }: Omit<Owner, 'name'>,
): Promise<void> => {
  const isThere = async () =>
    (await database.selectFrom('people').select('id').where('email', '=', email).executeTakeFirst()) !== undefined
  if (await isThere()) return
  const hash = await hashPassword(authentication, password)
  const name = email.split('@')[0] ?? email
  const add = () =>
    database.transaction().execute((transaction) => storeOwner(transaction, { name, email, password }, hash))
  // Of two processes that start at once, one adds them.
  await add().catch(async (error: unknown) => {
    if (!(await isThere())) throw error
  })
}
