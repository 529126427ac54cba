import { randomUUID } from 'node:crypto'
import type { NewPasskey, Passkey } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import type { PasskeyRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import type { Caller } from './caller.ts'
import { storeChallenge, takeChallenge } from './passkey-challenges.ts'
import type { KnownSession } from './read-session.ts'
import { loadWebAuthn, readChallenge } from './web-authn.ts'

const mostPasskeys = 20
/** A stolen cookie shall not become a way in that stays. */
const freshMilliseconds = 86_400_000

/** EdDSA, ES256 and RS256, which every device has one of. The library’s own list asks Node for one that it warns of. */
const supportedAlgorithmIDs = [-8, -7, -257]

const describePasskey = ({ id, name, created_at }: PasskeyRow): Passkey => ({
  id,
  name: name ?? 'Passkey',
  createdAt: created_at ?? new Date(0).toISOString(),
})

const selectPasskeys = (database: Database, personId: string) =>
  database.selectFrom('passkeys').selectAll().where('person_id', '=', personId).orderBy('created_at', 'desc').execute()

/** The passkeys of the person who asks; a key has none. */
export const listPasskeys = async (database: Database, caller: Caller): Promise<Passkey[]> =>
  caller.kind === 'session' ? (await selectPasskeys(database, caller.person.id)).map(describePasskey) : []

/** @throws AppError `conflict` */
const requireFreshSession = async (database: Database, caller: Caller): Promise<KnownSession> => {
  if (caller.kind !== 'session') {
    throw new AppError('conflict', 'A passkey belongs to a person who has signed in, and a key is none.')
  }
  const { created_at } = await database
    .selectFrom('sessions')
    .select('created_at')
    .where('id', '=', caller.id)
    .executeTakeFirstOrThrow()
  if (Date.now() - Date.parse(created_at) > freshMilliseconds) {
    throw new AppError('conflict', 'You signed in more than a day ago. Sign out and in again, then add the passkey.')
  }
  return caller
}

/**
 * Begins to add a passkey of the person who asks.
 *
 * @param origin of the dashboard’s page that asks
 * @returns the options of `navigator.credentials.create`, as JSON
 * @throws AppError `conflict` for a key, an old session, or somebody with 20 passkeys
 */
export const beginPasskey = async (
  database: Database,
  caller: Caller,
  origin: string,
): Promise<{ options: object }> => {
  const { person } = await requireFreshSession(database, caller)
  const passkeys = await selectPasskeys(database, person.id)
  if (passkeys.length >= mostPasskeys) {
    throw new AppError('conflict', `You have ${mostPasskeys} passkeys. Remove one that you do not use any more first.`)
  }
  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpName: 'Sidenote',
    rpID: new URL(origin).hostname,
    userID: new TextEncoder().encode(person.id),
    userName: person.email,
    userDisplayName: person.name,
    excludeCredentials: passkeys.map(({ credential }) => ({ id: credential })),
    supportedAlgorithmIDs,
    // Nobody types an e-mail address before it, and it stands for a password and what the person has.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await storeChallenge(database, options.challenge, { personId: person.id })
  return { options }
}

const verify = async (database: Database, personId: string, { credential, origin }: MadePasskey) => {
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const expectedChallenge = readChallenge(credential.response.clientDataJSON)
  if (!(await takeChallenge(database, expectedChallenge, { personId }))) {
    throw new AppError('conflict', 'That took longer than five minutes, or it was done before. Please try again.')
  }
  const { transports, ...response } = credential.response
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      id: credential.id,
      rawId: credential.rawId,
      type: credential.type,
      clientExtensionResults: {},
      response: { ...response, ...(transports && { transports }) },
    },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    supportedAlgorithmIDs,
  }).catch((cause: unknown) => {
    throw new AppError('invalid_request', 'The browser made no valid passkey. Please try again.', { cause })
  })
  if (!registrationInfo) throw new AppError('invalid_request', 'The browser made no valid passkey. Please try again.')
  return registrationInfo
}

interface MadePasskey extends NewPasskey {
  /** Of the dashboard’s page that asks. */
  readonly origin: string
}

/** Adds the passkey that a browser has made. @throws AppError `conflict` as `beginPasskey`, and too late; `invalid_request` */
export const createPasskey = async (database: Database, caller: Caller, made: MadePasskey): Promise<Passkey> => {
  const { person } = await requireFreshSession(database, caller)
  const { credential, credentialDeviceType, credentialBackedUp, aaguid } = await verify(database, person.id, made)
  const row = {
    id: `passkey_${randomUUID()}`,
    person_id: person.id,
    name: made.name,
    credential: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    device_type: credentialDeviceType,
    backed_up: Number(credentialBackedUp),
    transports: credential.transports?.join(',') ?? null,
    authenticator: aaguid,
    created_at: new Date().toISOString(),
  }
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('credential').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) throw new AppError('conflict', 'This passkey is there already.')
  return describePasskey(row)
}

/** Removes a passkey of the person who asks. @throws AppError `not_found` for any other */
export const deletePasskey = async (database: Database, caller: Caller, id: string): Promise<void> => {
  const personId = caller.kind === 'session' ? caller.person.id : ''
  const { numDeletedRows } = await database
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new AppError('not_found', `You have no passkey "${id}".`)
}
