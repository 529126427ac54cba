import { createHmac } from 'node:crypto'
import { type Challenge, challengeSchema, getChallenge } from '@sidenote/contract'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import { readProofSecret } from '../../administration/sites/site-limits.ts'
import type { Database } from '../../database/database.ts'
import type { SiteRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'

/** Long enough to solve it while the reader writes the question. */
const validSeconds = 600
/** Iterations of one try, and how many tries it takes; `bench/limits.ts` measures how long that is. */
const cost = 1_000
const tries = { least: 200, most: 800 }

type ChallengedSite = Pick<SiteRow, 'id' | 'domain'>

/** The header of a proof: Base64 of its JSON. */
export const proofHeader = 'x-sidenote-proof'

const solutionSchema = z.object({
  challenge: challengeSchema,
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
})

const secretsOf = (secret: string) => ({
  hmacSignatureSecret: secret,
  hmacKeySignatureSecret: createHmac('sha256', secret).update('derived key').digest('hex'),
})

/**
 * Creates a challenge for a question to this site.
 *
 * @throws AppError `not_found` when the site asks for no proof
 */
export const writeChallenge = async (
  database: Database,
  site: ChallengedSite,
  now = new Date(),
): Promise<Challenge> => {
  const secret = await readProofSecret(database, site)
  if (!secret) throw new AppError('not_found', `The site "${site.domain}" asks for no proof of work.`)
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    deriveKey,
    data: { site: site.domain },
    counter: randomInt(tries.most, tries.least),
    expiresAt: Math.ceil(now.getTime() / 1_000) + validSeconds,
    ...secretsOf(secret),
  })
  return challengeSchema.parse(challenge)
}

const readProof = (header: string) => {
  try {
    return solutionSchema.safeParse(JSON.parse(Buffer.from(header, 'base64').toString('utf8'))).data
  } catch {
    return undefined
  }
}

/** Spends a proof. True the first time, over all processes. */
const spend = async (database: Database, { signature, parameters }: Challenge): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('spent_proofs')
    .values({ signature, expires_at: parameters.expiresAt })
    .onConflict((conflict) => conflict.column('signature').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Checks the proof of a question, and spends it whatever becomes of the question.
 *
 * @throws AppError `proof_required`
 */
export const takeProof = async (
  database: Database,
  site: ChallengedSite,
  header: string | undefined,
): Promise<void> => {
  const refuse = (reason: string): AppError => {
    const address = getChallenge.path.replace('{domain}', site.domain)
    return new AppError(
      'proof_required',
      `${reason} Get a challenge from GET ${address}, solve it, and send the solution as X-Sidenote-Proof.`,
    )
  }
  const secret = await readProofSecret(database, site)
  if (!secret) return
  if (!header) throw refuse('This site asks for a proof of work with each question.')
  const proof = readProof(header)
  if (!proof) throw refuse('The server cannot read the proof of work.')
  const { verified, expired } = await verifySolution({ ...proof, deriveKey, ...secretsOf(secret) })
  if (expired) throw refuse('The proof of work came too late: its challenge has expired.')
  if (!verified) throw refuse('The proof of work is wrong, or from another site.')
  if (!(await spend(database, proof.challenge))) throw refuse('The proof of work was used before.')
}

/** Deletes proofs that are refused for their age anyway. */
export const deleteExpiredProofs = async (database: Database, now: Date): Promise<void> => {
  const limit = Math.floor(now.getTime() / 1_000) - 60
  await database.deleteFrom('spent_proofs').where('expires_at', '<', limit).execute()
}
