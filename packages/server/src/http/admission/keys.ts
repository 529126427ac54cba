import { timingSafeEqual } from 'node:crypto'
import type { Endpoint, KeyKind } from '@sidenote/contract'
import type { Request } from 'express'
import { findKeys, type KnownKey } from '../../administration/keys/find-keys.ts'
import { isWithin } from '../../administration/keys/key-addresses.ts'
import { addressesOf } from '../../administration/keys/key-record.ts'
import { hashKey, mayBeKeyText } from '../../administration/keys/key-text.ts'
import { touchKey } from '../../administration/keys/touch-key.ts'
import { requireOperator } from '../../administration/organizations/operator.ts'
import { inBatches } from '../../database/batch.ts'
import type { Database } from '../../database/database.ts'
import type { KeyRow } from '../../database/tables.ts'
import { isStoreFull } from '../../database/unavailable.ts'
import { AppError } from '../../errors.ts'
import { plainAddress } from './address.ts'
import { type CalledRequest, keepRefusal } from './audit.ts'

const bearer = /^bearer +(\S+) *$/i

const operationsOf: Readonly<Record<KeyKind, string>> = {
  assistant: 'page, search and assistant operations',
  administrator: 'agent and administration operations',
}

/** Reads the key of a request. Whether it opens the operation is up to `admitKey`. */
export type ReadKey = (request: Request) => Promise<KnownKey>

/** What a request sends as its key; undefined without one. */
export const bearerOf = (request: Request): string | undefined => bearer.exec(request.get('authorization') ?? '')?.[1]

const readBearer = (request: Request): string => {
  const header = request.get('authorization')
  if (!header) {
    throw new AppError('missing_key', 'The request has no key. Send the header "Authorization: Bearer svc_…".')
  }
  const text = bearerOf(request)
  if (!text) throw new AppError('missing_key', 'The Authorization header must be "Bearer" followed by a key.')
  return text
}

const sameHash = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(one, 'hex'), Buffer.from(other, 'hex'))

/** Creates the reader of keys. What can’t be a key is refused without a query. */
export const createKeyReader = (database: Database): ReadKey => {
  const findKey = inBatches(async (hashes: readonly string[]) => {
    const keys = await findKeys(database, hashes)
    return hashes.map((hash) => keys.get(hash) ?? null)
  })
  return async (request) => {
    const text = readBearer(request)
    const hash = hashKey(text)
    const key = mayBeKeyText(text) ? await findKey(hash) : undefined
    if (!key || !sameHash(key.hash, hash)) {
      throw new AppError('unknown_key', 'This server doesn’t know this key. Is it complete, and from this server?')
    }
    if (key.revoked_at) throw new AppError('revoked_key', `This key was revoked at ${key.revoked_at}.`)
    if (key.expires_at && Date.parse(key.expires_at) <= Date.now()) {
      throw new AppError('expired_key', `This key expired at ${key.expires_at}.`)
    }
    return key
  }
}

/** Refuses an administrator key from a browser, because everybody who opens the page could read it. */
const refuseInBrowser = (request: Request, key: KeyRow): void => {
  if (key.kind !== 'administrator' || !(request.get('origin') || request.get('sec-fetch-site'))) return
  throw new AppError(
    'key_in_browser',
    'This is an administrator key, and it was sent by a web page, where every visitor can read it. Revoke it, and use an assistant key (svc_dsc_…) there.',
  )
}

const checkKind = (key: KeyRow, kind: KeyKind): void => {
  if (key.kind === kind) return
  throw new AppError(
    'wrong_key_kind',
    `This is an ${key.kind} key; it opens ${operationsOf[key.kind]}. This operation takes an ${kind} key.`,
  )
}

const checkAddress = (request: Request, key: KeyRow): void => {
  const addresses = addressesOf(key)
  if (addresses.length === 0 || isWithin(addresses, plainAddress(request.ip))) return
  throw new AppError('address_not_allowed', `This key may not be used from ${request.ip ?? 'an unknown address'}.`)
}

const checkScope = (key: KeyRow, { method }: Endpoint): void => {
  if (key.scope !== 'read' || method === 'get') return
  throw new AppError(
    'scope_missing',
    `This key may only read, and ${method.toUpperCase()} changes something. Use a key with the scope "write".`,
  )
}

/**
 * Checks that a key opens an operation. The audit log keeps refusals of administrator keys.
 *
 * @throws AppError `address_not_allowed`, `key_in_browser`, `wrong_key_kind`, `scope_missing` or `operator_only`
 */
export const admitKey = async (
  database: Database,
  called: CalledRequest & { readonly caller: KnownKey },
): Promise<void> => {
  const { operation, request, caller: key } = called
  try {
    refuseInBrowser(request, key)
    checkAddress(request, key)
    checkKind(key, operation.key ?? 'assistant')
    checkScope(key, operation)
    if (operation.operatorOnly) requireOperator(key)
  } catch (error) {
    await keepRefusal(database, called, error)
    throw error
  }
  await touchKey(database, key).catch((error: unknown) => {
    // A full store can still be read.
    if (!isStoreFull(error)) throw error
  })
}
