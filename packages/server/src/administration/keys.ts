import { randomUUID } from 'node:crypto'
import type { CreatedKey, Key, KeyKind, KeyRequest } from '@sidenote/contract'
import type { Database } from '../database/database.ts'
import type { KeyRow } from '../database/tables.ts'
import { AppError } from '../errors.ts'
import { createKeyText, hashKey } from './key-text.ts'
import { findSite } from './sites.ts'

const hintLength = 4
/** `last_used_at` is written at most this often for each key, not with every request. */
const lastUsedPrecisionMilliseconds = 5 * 60_000

type NewKey = Pick<KeyRow, 'organization_id' | 'site_id' | 'kind' | 'name' | 'expires_at'>

const describeKey = (row: KeyRow & { domain: string | null }): Key => ({
  id: row.id,
  kind: row.kind,
  site: row.domain,
  name: row.name,
  hint: row.hint,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  lastUsedAt: row.last_used_at,
})

const keyRow = (text: string, key: NewKey): KeyRow => ({
  ...key,
  id: `key_${randomUUID()}`,
  hash: hashKey(text),
  hint: text.slice(-hintLength),
  created_at: new Date().toISOString(),
  revoked_at: null,
  last_used_at: null,
})

/**
 * Creates a key. Its text is in the result and nowhere else.
 *
 * @throws AppError `not_found` when the site does not exist; `invalid_request` when the key would have expired already.
 */
export const createKey = async (
  database: Database,
  organizationId: string,
  { kind, site: domain, name, expiresAt }: KeyRequest,
): Promise<CreatedKey> => {
  const site = kind === 'assistant' ? await findSite(database, organizationId, domain ?? '') : undefined
  if (expiresAt && Date.parse(expiresAt) <= Date.now()) {
    const message = `expiresAt is ${expiresAt}, but must be in the future.`
    throw new AppError('invalid_request', message, { issues: [{ path: 'expiresAt', message }] })
  }
  const text = createKeyText(kind)
  const row = keyRow(text, {
    organization_id: organizationId,
    site_id: site?.id ?? null,
    kind,
    name: name ?? null,
    expires_at: expiresAt ? new Date(expiresAt).toISOString() : null,
  })
  await database.insertInto('keys').values(row).execute()
  return { ...describeKey({ ...row, domain: site?.domain ?? null }), key: text }
}

/** Makes `text` an administrator key of the organization; one that is known already stays as it is, revoked or not. */
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
  })
  await database
    .insertInto('keys')
    .values(row)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
}

/** All keys of the organization, newest first, without their texts. */
export const listKeys = async (database: Database, organizationId: string): Promise<Key[]> => {
  const rows = await database
    .selectFrom('keys')
    .leftJoin('sites', 'sites.id', 'keys.site_id')
    .selectAll('keys')
    .select('sites.domain')
    .where('keys.organization_id', '=', organizationId)
    .orderBy('keys.created_at', 'desc')
    .orderBy('keys.id')
    .execute()
  return rows.map(describeKey)
}

/**
 * Revokes a key for good; every process refuses it from its next request on.
 *
 * @throws AppError `not_found`
 */
export const revokeKey = async (database: Database, organizationId: string, id: string): Promise<void> => {
  const key = await database
    .selectFrom('keys')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!key) throw new AppError('not_found', `There is no key "${id}".`)
  await database
    .updateTable('keys')
    .set({ revoked_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}

/** The stored row of a key's text, whatever has become of the key. */
export const findKey = async (database: Database, text: string): Promise<KeyRow | undefined> =>
  database.selectFrom('keys').selectAll().where('hash', '=', hashKey(text)).executeTakeFirst()

/** Notes that a key was used. */
export const touchKey = async (database: Database, key: Pick<KeyRow, 'id' | 'last_used_at'>): Promise<void> => {
  const now = Date.now()
  if (key.last_used_at && now - Date.parse(key.last_used_at) < lastUsedPrecisionMilliseconds) return
  const usedAt = new Date(now).toISOString()
  await database.updateTable('keys').set({ last_used_at: usedAt }).where('id', '=', key.id).execute()
}

/** Whether anybody can still administrate the organization. */
export const hasAdministratorKey = async (database: Database, organizationId: string): Promise<boolean> => {
  const kind: KeyKind = 'administrator'
  const key = await database
    .selectFrom('keys')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('kind', '=', kind)
    .where('revoked_at', 'is', null)
    .where((key) => key.or([key('expires_at', 'is', null), key('expires_at', '>', new Date().toISOString())]))
    .limit(1)
    .executeTakeFirst()
  return key !== undefined
}
