import type { CreatedKey } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import { createKey } from '../keys/create-key.ts'
import { getOrganization } from './get-organization.ts'

/** Makes an administrator key of an organization. @throws AppError `not_found` */
export const createOrganizationKey = async (
  database: Database,
  id: string,
  name: string | null | undefined,
): Promise<CreatedKey> => {
  await getOrganization(database, id)
  return createKey(database, id, { kind: 'administrator', name })
}
