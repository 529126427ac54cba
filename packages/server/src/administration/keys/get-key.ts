import type { Key } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { describeKey, selectKeys } from './key-record.ts'

/** @throws AppError `not_found` */
export const getKey = async (database: Database, organizationId: string, id: string): Promise<Key> => {
  const row = await selectKeys(database, organizationId).where('keys.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not_found', `There is no key "${id}".`)
  return describeKey(row)
}
