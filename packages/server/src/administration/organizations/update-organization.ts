import type { Organization, OrganizationChange } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { getOrganization } from './get-organization.ts'

/**
 * Changes what the request names.
 *
 * @throws AppError `not_found`; `conflict` for the operator’s own organization without trust.
 */
export const updateOrganization = async (
  database: Database,
  id: string,
  { name, isTrusted }: OrganizationChange,
): Promise<Organization> => {
  const before = await getOrganization(database, id)
  if (before.isOperator && isTrusted === false) {
    throw new AppError('conflict', 'This is the operator’s organization, which is trusted with the machine it runs on.')
  }
  const row = { name: name ?? before.name, trusted: (isTrusted ?? before.isTrusted) ? 1 : 0 }
  await database.updateTable('organizations').set(row).where('id', '=', id).execute()
  return getOrganization(database, id)
}
