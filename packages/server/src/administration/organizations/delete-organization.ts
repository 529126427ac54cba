import type { Database } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { operatorOrganization } from './operator.ts'
import { noSuchOrganization } from './organization-record.ts'

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
