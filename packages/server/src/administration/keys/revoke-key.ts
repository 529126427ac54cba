import type { Key } from '@sidenote/contract'
import { type Database, engineOf } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { operatorOrganization } from '../organizations/operator.ts'
import { getKey } from './get-key.ts'
import { describeKey, isOpen, selectKeys } from './key-record.ts'

interface Revocation {
  readonly id: string
  /** Revokes it even if nobody can get in without it. */
  readonly evenLast: boolean
}

/**
 * Revokes a key for good; every process refuses it from its next request on.
 *
 * @throws AppError `not_found`; `conflict` for the last administrator key that lets somebody in for good
 */
export const revokeKey = (database: Database, organizationId: string, { id, evenLast }: Revocation): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    await lockOrganization(transaction, organizationId)
    const key = await getKey(transaction, organizationId, id)
    if (!evenLast && !(await hasOtherWayIn(transaction, organizationId, key))) throw lastWayIn(organizationId, key)
    await transaction
      .updateTable('keys')
      .set({ revoked_at: new Date().toISOString() })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .execute()
  })

/** Two keys that revoke each other at once wait for each other here. SQLite has one writer anyway. */
const lockOrganization = async (transaction: Database, organizationId: string): Promise<void> => {
  if (engineOf(transaction) !== 'postgres') return
  await transaction.selectFrom('organizations').select('id').where('id', '=', organizationId).forUpdate().execute()
}

const changesThings = ({ kind, scope }: Key): boolean => kind === 'administrator' && scope !== 'read'

/** Whether `other` opens all that `key` does, for as long and from as many places. */
const standsInFor = (other: Key, key: Key): boolean =>
  (other.expiresAt === null || (key.expiresAt !== null && other.expiresAt >= key.expiresAt)) &&
  (other.addresses.length === 0 || key.addresses.length > 0)

/** True for a key that lets nobody change anything: it is no way in. */
const hasOtherWayIn = async (database: Database, organizationId: string, key: Key): Promise<boolean> => {
  if (!changesThings(key)) return true
  const keys = (await selectKeys(database, organizationId).where(isOpen()).execute()).map(describeKey)
  const isWayIn = keys.some(({ id }) => id === key.id)
  return !isWayIn || keys.some((other) => other.id !== key.id && changesThings(other) && standsInFor(other, key))
}

const lastWayIn = (organizationId: string, { hint }: Key): AppError => {
  const back =
    organizationId === operatorOrganization
      ? 'restarting the server with a new key as SIDENOTE_ADMIN_KEY'
      : `the operator of the server, with "sidenote organizations key ${organizationId}"`
  return new AppError(
    'conflict',
    `The key …${hint} is the last administrator key that can change everything: any other only reads, expires earlier or is limited to addresses. Without it, the only way back in is ${back}. Create another one first ("sidenote keys create --admin"), or revoke it all the same with --last (in the API, last=true).`,
  )
}
