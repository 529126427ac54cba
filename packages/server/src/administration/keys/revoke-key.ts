import type { Database } from '../../database/database.ts'
import { getKey } from './get-key.ts'

/**
 * Revokes a key for good; every process refuses it from its next request on.
 *
 * @throws AppError `not_found`
 */
export const revokeKey = async (database: Database, organizationId: string, id: string): Promise<void> => {
  await getKey(database, organizationId, id)
  await database
    .updateTable('keys')
    .set({ revoked_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}
