import { randomBytes } from 'node:crypto'
import type { SealedStore } from '../../database/seal.ts'
import type { SiteRow } from '../../database/tables.ts'
import { identityPurpose } from './identity-record.ts'

/** Makes the secret of a site; an earlier one signs nothing any more. */
export const createIdentity = async (
  { database, seal }: SealedStore,
  { id: site_id }: Pick<SiteRow, 'id'>,
): Promise<{ secret: string }> => {
  const secret = randomBytes(32).toString('base64url')
  const row = {
    site_id,
    secret_sealed: seal.close(identityPurpose(site_id), secret),
    created_at: new Date().toISOString(),
  }
  await database
    .insertInto('site_identities')
    .values(row)
    .onConflict((conflict) => conflict.column('site_id').doUpdateSet(row))
    .execute()
  return { secret }
}
