import { randomUUID } from 'node:crypto'
import type { Database } from '../../database/database.ts'

const challengeMinutes = 5

/** What a challenge is for: to sign in, or to add a passkey of a person. */
export type ChallengeUse = 'sign-in' | { readonly personId: string }

const identifierOf = (challenge: string, use: ChallengeUse): string =>
  `passkey ${use === 'sign-in' ? use : use.personId} ${challenge}`

/** Remembers a challenge, so that it can be answered once. */
export const storeChallenge = async (database: Database, challenge: string, use: ChallengeUse): Promise<void> => {
  const now = new Date()
  const time = now.toISOString()
  await database.deleteFrom('sign_in_states').where('expires_at', '<', time).execute()
  await database
    .insertInto('sign_in_states')
    .values({
      id: `challenge_${randomUUID()}`,
      identifier: identifierOf(challenge, use),
      value: '',
      expires_at: new Date(now.getTime() + challengeMinutes * 60_000).toISOString(),
      created_at: time,
      updated_at: time,
    })
    .execute()
}

/** Takes a challenge, in whichever process it was given. False when it is unknown, used, expired or for another use. */
export const takeChallenge = async (database: Database, challenge: string, use: ChallengeUse): Promise<boolean> => {
  const { numDeletedRows } = await database
    .deleteFrom('sign_in_states')
    .where('identifier', '=', identifierOf(challenge, use))
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
