import { randomUUID } from 'node:crypto'
import type { Key } from '@sidenote/contract'
import { expressionBuilder } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import type { KeyRow, Tables } from '../../database/tables.ts'
import { originsOf } from '../sites/site-record.ts'
import { hashKey } from './key-text.ts'

const hintLength = 4

type NewKey = Omit<KeyRow, 'id' | 'hash' | 'hint' | 'created_at' | 'revoked_at' | 'last_used_at'>

const listSchema = z.array(z.string())

/** IP addresses and ranges that may send the key; an empty list lets all of them. */
export const addressesOf = (key: Pick<KeyRow, 'addresses_json'>): string[] =>
  listSchema.parse(JSON.parse(key.addresses_json))

/** A key as it is shown: everything but its text. */
export const describeKey = (row: KeyRow & { domain: string | null }): Key => ({
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

/** The row of a new key; its text is hashed, and only its last four characters are kept to tell it by. */
export const keyRow = (text: string, key: NewKey): KeyRow => ({
  ...key,
  id: `key_${randomUUID()}`,
  hash: hashKey(text),
  hint: text.slice(-hintLength),
  created_at: new Date().toISOString(),
  revoked_at: null,
  last_used_at: null,
})

/** The keys of an organization with the domains of their sites. */
export const selectKeys = (database: Database, organizationId: string) =>
  database
    .selectFrom('keys')
    .leftJoin('sites', 'sites.id', 'keys.site_id')
    .selectAll('keys')
    .select('sites.domain')
    .where('keys.organization_id', '=', organizationId)

/** The condition that a key is neither revoked nor expired. */
export const isOpen = () => {
  const key = expressionBuilder<Tables, 'keys'>()
  const goesOn = key.or([key('keys.expires_at', 'is', null), key('keys.expires_at', '>', new Date().toISOString())])
  return key.and([key('keys.revoked_at', 'is', null), goesOn])
}

/** The id of one key that is neither revoked nor expired. */
export const selectOpenKeys = (database: Database) => database.selectFrom('keys').select('id').where(isOpen()).limit(1)
