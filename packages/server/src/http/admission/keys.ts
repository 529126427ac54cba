import { timingSafeEqual } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Endpoint, KeyKind } from '@sidenote/contract'
import type { Request } from 'express'
import { findKeys, type KnownKey } from '../../administration/keys/find-keys.ts'
import { isKeyOpen } from '../../administration/keys/is-key-open.ts'
import { isWithin } from '../../administration/keys/key-addresses.ts'
import { addressesOf } from '../../administration/keys/key-record.ts'
import { hashKey, isKeyText } from '../../administration/keys/key-text.ts'
import { touchKey } from '../../administration/keys/touch-key.ts'
import { requireOperator } from '../../administration/organizations/operator.ts'
import { inBatches } from '../../database/batch.ts'
import type { Database } from '../../database/database.ts'
import type { KeyRow } from '../../database/tables.ts'
import { isStoreFull } from '../../database/unavailable.ts'
import { AppError } from '../../errors.ts'
import { plainAddress } from './address.ts'
import { type Asked, keepRefusal } from './audit.ts'

const bearer = /^bearer +(\S+) *$/i

const operationsOf: Readonly<Record<KeyKind, string>> = {
  assistant: 'page, search and assistant operations',
  administrator: 'agent and administration operations',
}

/** Finds out who asks. Everything but what the key may do with this operation. */
export type ReadKey = (request: Request) => Promise<KnownKey>

const readBearer = (request: Request): string => {
  const header = request.get('authorization')
  if (!header) {
    throw new AppError('missing_key', 'The request has no key. Send the header "Authorization: Bearer svc_…".')
  }
  const text = bearer.exec(header)?.[1]
  if (!text) throw new AppError('missing_key', 'The Authorization header must be "Bearer" followed by a key.')
  return text
}

const sameHash = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(one, 'hex'), Buffer.from(other, 'hex'))

/**
 * Opens the reader of keys. `adminKey` is the key that the operator chose: it may have any form. All others are refused
 * without a look into the database when their check sum is wrong.
 */
export const createKeyReader = (database: Database, adminKey: string | undefined): ReadKey => {
  const chosenHash = adminKey && hashKey(adminKey)
  const findKey = inBatches(async (hashes: readonly string[]) => {
    const known = await findKeys(database, hashes)
    return hashes.map((hash) => known.get(hash) ?? null)
  })
  return async (request) => {
    const text = readBearer(request)
    const hash = hashKey(text)
    const isChosen = chosenHash ? sameHash(hash, chosenHash) : false
    const key = isChosen || isKeyText(text) ? await findKey(hash) : undefined
    if (!key || !sameHash(key.hash, hash)) {
      throw new AppError('unknown_key', 'This key is not known here. Is it complete, and of this server?')
    }
    if (key.revoked_at) throw new AppError('revoked_key', `This key was revoked at ${key.revoked_at}.`)
    if (key.expires_at && Date.parse(key.expires_at) <= Date.now()) {
      throw new AppError('expired_key', `This key expired at ${key.expires_at}.`)
    }
    return key
  }
}

/** Half of the second within which a revoked key is refused. */
const lookMilliseconds = 500

/** Fires when a key was revoked or has expired, within a second: for who goes on being told what was asked for with it. */
export const whenKeyEnds = (database: Database, { id }: Pick<KeyRow, 'id'>, response: ServerResponse): AbortSignal => {
  const ended = new AbortController()
  const end = (isOpen: boolean) => {
    if (!isOpen) ended.abort(new Error('The key was revoked or has expired.'))
  }
  // A database that is away says nothing about the key.
  const timer = setInterval(() => void isKeyOpen(database, id).then(end, () => undefined), lookMilliseconds)
  response.once('close', () => clearInterval(timer))
  if (response.closed) clearInterval(timer)
  return ended.signal
}

/** Refuses a secret key that a browser sends: whoever opens the page could read it there. */
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
 * Decides whether a key opens an operation. An administrator key that does not is kept in the audit log.
 *
 * @throws AppError `address_not_allowed`, `key_in_browser`, `wrong_key_kind`, `scope_missing` or `operator_only`
 */
export const admitKey = async (database: Database, asked: Asked): Promise<void> => {
  const { declared, request, key } = asked
  try {
    refuseInBrowser(request, key)
    checkAddress(request, key)
    checkKind(key, declared.key ?? 'assistant')
    checkScope(key, declared)
    if (declared.operatorOnly) requireOperator(key)
  } catch (error) {
    await keepRefusal(database, asked, error)
    throw error
  }
  await touchKey(database, key).catch((error: unknown) => {
    // What can be read is read, also when the store has no room to note it.
    if (!isStoreFull(error)) throw error
  })
}
