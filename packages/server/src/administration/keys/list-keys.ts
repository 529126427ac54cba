import type { Key } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import { describeKey, selectKeys } from './key-record.ts'

/** All keys of the organization, newest first, without their texts. */
export const listKeys = async (database: Database, organizationId: string): Promise<Key[]> => {
  const rows = await selectKeys(database, organizationId)
    .orderBy('keys.created_at', 'desc')
    .orderBy('keys.id')
    .execute()
  return rows.map(describeKey)
}
