import type { Organization } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import { describeOrganization, selectOrganizations } from './organization-record.ts'

/** All organizations, oldest first. */
export const listOrganizations = async (database: Database): Promise<Organization[]> => {
  const rows = await selectOrganizations(database).orderBy('created_at').orderBy('id').execute()
  return rows.map(describeOrganization)
}
