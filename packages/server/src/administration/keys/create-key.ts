import type { CreatedKey, KeyRequest } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import { invalidValue } from '../../errors.ts'
import { findSite } from '../sites/find-site.ts'
import { writeOrigins } from '../sites/write-origins.ts'
import { writeAddresses } from './key-addresses.ts'
import { describeKey, keyRow } from './key-record.ts'
import { createKeyText } from './key-text.ts'

const dayMilliseconds = 86_400_000

const expiryOf = ({ expiresAt, expiresInDays }: Pick<KeyRequest, 'expiresAt' | 'expiresInDays'>): string | null => {
  if (expiresInDays) return new Date(Date.now() + expiresInDays * dayMilliseconds).toISOString()
  if (!expiresAt) return null
  if (Date.parse(expiresAt) > Date.now()) return new Date(expiresAt).toISOString()
  throw invalidValue('expiresAt', `expiresAt is ${expiresAt}, but must be in the future.`)
}

/**
 * Creates a key. Its text is in the result and nowhere else.
 *
 * @throws AppError `not_found` when the site doesn't exist; `invalid_request` for an end in the past or a wrong address
 */
export const createKey = async (
  database: Database,
  organizationId: string,
  request: KeyRequest,
): Promise<CreatedKey> => {
  const { kind, site: domain } = request
  const row = {
    organization_id: organizationId,
    kind,
    name: request.name ?? null,
    expires_at: expiryOf(request),
    addresses_json: writeAddresses(request.addresses ?? []),
    origins_json: writeOrigins(request.origins ?? []),
    scope: kind === 'administrator' ? (request.scope ?? 'write') : null,
  }
  const site = kind === 'assistant' ? await findSite(database, organizationId, domain ?? '') : undefined
  const text = createKeyText(kind)
  const stored = keyRow(text, { ...row, site_id: site?.id ?? null })
  await database.insertInto('keys').values(stored).execute()
  return { ...describeKey({ ...stored, domain: site?.domain ?? null }), key: text }
}
