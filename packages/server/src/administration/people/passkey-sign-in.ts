import type { UsedPasskey } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import type { PasskeyRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import type { Authentication } from './authentication.ts'
import { storeChallenge, takeChallenge } from './passkey-challenges.ts'
import { type Browser, beginSession, type NewSession } from './sign-in.ts'
import { loadWebAuthn, readChallenge } from './web-authn.ts'

/** Whether anybody here has a passkey. */
export const hasPasskeys = async (database: Database): Promise<boolean> =>
  (await database.selectFrom('passkeys').select('id').limit(1).executeTakeFirst()) !== undefined

/**
 * Begins to sign somebody in. They say who they are by the passkey that they choose.
 *
 * @param origin of the dashboard’s page that asks
 * @returns the options of `navigator.credentials.get`, as JSON
 */
export const beginPasskeySignIn = async (database: Database, origin: string): Promise<{ options: object }> => {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: new URL(origin).hostname,
    userVerification: 'required',
  })
  await storeChallenge(database, options.challenge, 'sign-in')
  return { options }
}

const refuse = (cause?: unknown): AppError =>
  new AppError('sign_in_failed', 'This passkey does not sign in here. Try another one, or your password.', { cause })

/** Gives the counter of the passkey after this use; one that went back is refused, as the passkey was copied. */
const verify = async (row: PasskeyRow, { credential, origin }: UsedCredential): Promise<number> => {
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const { clientDataJSON, authenticatorData, signature } = credential.response
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id: credential.id,
      rawId: credential.rawId,
      type: credential.type,
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge: readChallenge(clientDataJSON),
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    credential: {
      id: row.credential,
      publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
      counter: row.counter,
    },
  }).catch((cause: unknown) => {
    throw refuse(cause)
  })
  if (!verified) throw refuse()
  return authenticationInfo.newCounter
}

interface UsedCredential {
  readonly credential: UsedPasskey
  /** Of the dashboard’s page that asks. */
  readonly origin: string
}

/** Signs in whose passkey has answered the challenge. @throws AppError `sign_in_failed`, alike whatever is wrong */
export const signInWithPasskey = async (
  database: Database,
  authentication: Authentication,
  { browser, ...used }: UsedCredential & { readonly browser: Browser },
): Promise<NewSession> => {
  const { id, response } = used.credential
  if (!(await takeChallenge(database, readChallenge(response.clientDataJSON), 'sign-in'))) throw refuse()
  const row = await database.selectFrom('passkeys').selectAll().where('credential', '=', id).executeTakeFirst()
  if (!row) throw refuse()
  const counter = await verify(row, used)
  await database.updateTable('passkeys').set({ counter }).where('id', '=', row.id).execute()
  return beginSession(authentication, row.person_id, browser)
}
