import type { Database } from '../../database/database.ts'
import { keyRow } from './key-record.ts'

/** Makes `text` an administrator key of the organization. A key that exists already stays as it is, revoked or not. */
export const registerAdministratorKey = async (
  database: Database,
  organizationId: string,
  { text, name }: { text: string; name: string },
): Promise<void> => {
  const row = keyRow(text, {
    organization_id: organizationId,
    site_id: null,
    kind: 'administrator',
    name,
    expires_at: null,
    addresses_json: '[]',
    origins_json: '[]',
    scope: 'write',
  })
  await database
    .insertInto('keys')
    .values(row)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
}
