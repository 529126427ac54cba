import type { Organization } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import { describeOrganization, noSuchOrganization, selectOrganizations } from './organization-record.ts'

/** @throws AppError `not_found` */
export const getOrganization = async (database: Database, id: string): Promise<Organization> => {
  const row = await selectOrganizations(database).where('organizations.id', '=', id).executeTakeFirst()
  if (!row) throw noSuchOrganization(id)
  return describeOrganization(row)
}
