import type { KeyKind } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import { selectOpenKeys } from './key-record.ts'

/** Whether an administrator key of the organization still works. */
export const hasAdministratorKey = async (database: Database, organizationId: string): Promise<boolean> => {
  const kind: KeyKind = 'administrator'
  const open = selectOpenKeys(database).where('organization_id', '=', organizationId).where('kind', '=', kind)
  return (await open.executeTakeFirst()) !== undefined
}
