import { timingSafeEqual } from 'node:crypto'
import type { KeyKind } from '@sidenote/contract'
import type { Request } from 'express'
import { hashKey, isKeyText } from '../administration/key-text.ts'
import { findKey, touchKey } from '../administration/keys.ts'
import type { Database } from '../database/database.ts'
import type { KeyRow } from '../database/tables.ts'
import { AppError } from '../errors.ts'

const bearer = /^bearer +(\S+) *$/i

const operationsOf: Readonly<Record<KeyKind, string>> = {
  assistant: 'page, search and assistant operations',
  administrator: 'administration',
}

/** Finds out who asks. Everything but what the key may do with this operation. */
export type ReadKey = (request: Request) => Promise<KeyRow>

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
  return async (request) => {
    const text = readBearer(request)
    const isChosen = chosenHash ? sameHash(hashKey(text), chosenHash) : false
    const key = isChosen || isKeyText(text) ? await findKey(database, text) : undefined
    if (!key || !sameHash(key.hash, hashKey(text))) {
      throw new AppError('unknown_key', 'This key is not known here. Is it complete, and of this server?')
    }
    if (key.revoked_at) throw new AppError('revoked_key', `This key was revoked at ${key.revoked_at}.`)
    if (key.expires_at && Date.parse(key.expires_at) <= Date.now()) {
      throw new AppError('expired_key', `This key expired at ${key.expires_at}.`)
    }
    await touchKey(database, key)
    return key
  }
}

/**
 * Refuses a key of the wrong kind, and a secret key that a browser sends: whoever opens the page could read it there.
 *
 * @throws AppError `key_in_browser` or `wrong_key_kind`
 */
export const checkKeyKind = (request: Request, key: KeyRow, kind: KeyKind): void => {
  if (key.kind === 'administrator' && (request.get('origin') || request.get('sec-fetch-site'))) {
    throw new AppError(
      'key_in_browser',
      'This is an administrator key, and it was sent by a web page, where every visitor can read it. Revoke it, and use an assistant key (svc_dsc_…) there.',
    )
  }
  if (key.kind === kind) return
  throw new AppError(
    'wrong_key_kind',
    `This is an ${key.kind} key; it opens ${operationsOf[key.kind]}. This operation takes an ${kind} key.`,
  )
}
