import { randomUUID } from 'node:crypto'
import type { CreatedKey, Key, KeyKind, KeyRequest } from '@sidenote/contract'
import { expressionBuilder } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import type { KeyRow, SiteRow, Tables } from '../../database/tables.ts'
import { AppError, invalidValue } from '../../errors.ts'
import { findSite, originsOf, writeOrigins } from '../sites/sites.ts'
import { writeAddresses } from './key-addresses.ts'
import { createKeyText, hashKey } from './key-text.ts'

const hintLength = 4
/** `last_used_at` is written at most this often for each key, not with every request. */
const lastUsedPrecisionMilliseconds = 60_000
const dayMilliseconds = 86_400_000

type NewKey = Omit<KeyRow, 'id' | 'hash' | 'hint' | 'created_at' | 'revoked_at' | 'last_used_at'>

const listSchema = z.array(z.string())

/** Addresses and ranges that may send the key; none: any. */
export const addressesOf = (key: Pick<KeyRow, 'addresses_json'>): string[] =>
  listSchema.parse(JSON.parse(key.addresses_json))

const describeKey = (row: KeyRow & { domain: string | null }): Key => ({
  id: row.id,
  kind: row.kind,
  site: row.domain,
  name: row.name,
  hint: row.hint,
  scope: row.scope,
  addresses: addressesOf(row),
  origins: originsOf(row),
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

const expiryOf = ({ expiresAt, expiresInDays }: Pick<KeyRequest, 'expiresAt' | 'expiresInDays'>): string | null => {
  if (expiresInDays) return new Date(Date.now() + expiresInDays * dayMilliseconds).toISOString()
  if (!expiresAt) return null
  if (Date.parse(expiresAt) > Date.now()) return new Date(expiresAt).toISOString()
  throw invalidValue('expiresAt', `expiresAt is ${expiresAt}, but must be in the future.`)
}

/**
 * Creates a key. Its text is in the result and nowhere else.
 *
 * @throws AppError `not_found` when the site does not exist; `invalid_request` when the key would have expired already,
 * or for an address that is none.
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

/** Makes `text` an administrator key of the organization; one that is known already stays as it is, revoked or not. */
export const registerAdministratorKey = async (
  database: Database,
  organizationId: string,
  { text, name }: { text: string; name: string },
): Promise<void> => {
  const row = keyRow(text, {
    ...{ organization_id: organizationId, site_id: null, kind: 'administrator', name, expires_at: null },
    ...{ addresses_json: '[]', origins_json: '[]', scope: 'write' },
  })
  await database
    .insertInto('keys')
    .values(row)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
}

const selectKeys = (database: Database, organizationId: string) =>
  database
    .selectFrom('keys')
    .leftJoin('sites', 'sites.id', 'keys.site_id')
    .selectAll('keys')
    .select('sites.domain')
    .where('keys.organization_id', '=', organizationId)

/** All keys of the organization, newest first, without their texts. */
export const listKeys = async (database: Database, organizationId: string): Promise<Key[]> => {
  const rows = await selectKeys(database, organizationId)
    .orderBy('keys.created_at', 'desc')
    .orderBy('keys.id')
    .execute()
  return rows.map(describeKey)
}

/** @throws AppError `not_found` */
export const getKey = async (database: Database, organizationId: string, id: string): Promise<Key> => {
  const row = await selectKeys(database, organizationId).where('keys.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not_found', `There is no key "${id}".`)
  return describeKey(row)
}

/**
 * Revokes a key for good; every process refuses it from its next request on.
 *
 * @throws AppError `not_found`
 */
export const revokeKey = async (database: Database, organizationId: string, id: string): Promise<void> => {
  await getKey(database, organizationId, id)
  await database
    .updateTable('keys')
    .set({ revoked_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}

/** A key with the site that it opens; an administrator key opens none. */
export interface KnownKey extends KeyRow {
  readonly site: SiteRow | undefined
}

/** The stored rows of these hashes, whatever has become of the keys, with their sites, in one statement. */
export const findKeys = async (
  database: Database,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, KnownKey>> => {
  const rows = await database
    .selectFrom('keys')
    .leftJoin('sites', 'sites.id', 'keys.site_id')
    .selectAll('keys')
    .select(['sites.id as found_site', 'sites.organization_id as site_organization', 'sites.domain', 'sites.url'])
    .select(['sites.name as site_name', 'sites.origins_json as site_origins'])
    .select(['sites.created_at as site_created_at', 'sites.synced_at'])
    .where('keys.hash', 'in', [...new Set(hashes)])
    .execute()
  return new Map(
    rows.map((row) => {
      const {
        found_site,
        site_organization,
        domain,
        url,
        site_name,
        site_origins,
        site_created_at,
        synced_at,
        ...key
      } = row
      const site = found_site !== null &&
        domain !== null && {
          ...{ id: found_site, organization_id: site_organization ?? key.organization_id, domain, url, synced_at },
          ...{ name: site_name ?? domain, origins_json: site_origins ?? '[]', created_at: site_created_at ?? '' },
        }
      return [key.hash, { ...key, site: site || undefined }]
    }),
  )
}

/** Notes that a key was used: once a minute, however many processes it is used with. */
export const touchKey = async (database: Database, key: Pick<KeyRow, 'id' | 'last_used_at'>): Promise<void> => {
  const now = Date.now()
  const due = new Date(now - lastUsedPrecisionMilliseconds).toISOString()
  /** What is later was written by a clock that was ahead. */
  const latest = new Date(now + lastUsedPrecisionMilliseconds).toISOString()
  if (key.last_used_at && key.last_used_at > due && key.last_used_at < latest) return
  await database
    .updateTable('keys')
    .set({ last_used_at: new Date(now).toISOString() })
    .where('id', '=', key.id)
    .where((stored) =>
      stored.or([
        stored('last_used_at', 'is', null),
        stored('last_used_at', '<=', due),
        stored('last_used_at', '>=', latest),
      ]),
    )
    .execute()
}

/** What holds of a key that is neither revoked nor expired. */
export const isOpen = () => {
  const key = expressionBuilder<Tables, 'keys'>()
  const goesOn = key.or([key('keys.expires_at', 'is', null), key('keys.expires_at', '>', new Date().toISOString())])
  return key.and([key('keys.revoked_at', 'is', null), goesOn])
}

const selectOpenKeys = (database: Database) => database.selectFrom('keys').select('id').where(isOpen()).limit(1)

/** Whether a key is there, neither revoked nor expired. */
export const isKeyOpen = async (database: Database, id: string): Promise<boolean> =>
  (await selectOpenKeys(database).where('id', '=', id).executeTakeFirst()) !== undefined

/** Whether anybody can still administrate the organization. */
export const hasAdministratorKey = async (database: Database, organizationId: string): Promise<boolean> => {
  const kind: KeyKind = 'administrator'
  const open = selectOpenKeys(database).where('organization_id', '=', organizationId).where('kind', '=', kind)
  return (await open.executeTakeFirst()) !== undefined
}
