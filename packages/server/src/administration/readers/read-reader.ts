import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { SealedStore } from '../../database/seal.ts'
import type { SiteRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import { identityPurpose } from './identity-record.ts'

const signedShape = /^signed\.(\d{10})\.([\w-]{43})\.([\w@:-]{1,60})$/

/** A signature is made for a session, not for ever. */
const longestSeconds = 31 * 86_400

/**
 * What an application sends as the `fp` of a reader that it knows.
 *
 * @param until End of its validity, in seconds since 1970; at most 31 days ahead.
 */
export const signReader = (secret: string, reader: string, until: number): string =>
  `signed.${until}.${createHmac('sha256', secret).update(`${until}.${reader}`).digest('base64url')}.${reader}`

const refuse = (reason: string): AppError =>
  new AppError('identity_not_proven', `The signed fp of this reader is not accepted: ${reason}.`)

/**
 * Who asks: the `fp` as it is, unless the application has signed it. A signed reader is called `signed:` and the
 * identifier, which nobody can be called without a signature: threads of signed readers are theirs alone.
 *
 * @throws AppError `identity_not_proven` for what looks signed and is not, or is not any more.
 */
export const readReader = async (
  { database, seal }: SealedStore,
  site: Pick<SiteRow, 'id'>,
  fp: string,
): Promise<string> => {
  if (fp.startsWith('signed:')) throw refuse('"signed:" is how the server names a reader that was signed')
  if (!fp.startsWith('signed.')) return fp
  const [, until = '', signature = '', reader = ''] = signedShape.exec(fp) ?? []
  if (!reader) throw refuse('it has another form than signed.TIME.SIGNATURE.READER')
  const row = await database
    .selectFrom('site_identities')
    .select('secret_sealed')
    .where('site_id', '=', site.id)
    .executeTakeFirst()
  const secret = row ? seal.open(identityPurpose(site.id), row.secret_sealed) : randomBytes(32).toString('base64url')
  const right = Buffer.from(signReader(secret, reader, Number(until)))
  const isRight = right.length === Buffer.byteLength(fp) && timingSafeEqual(right, Buffer.from(fp))
  if (!isRight || !signature) throw refuse('it is not signed with the secret of this site')
  const left = Number(until) - Date.now() / 1_000
  if (left <= 0) throw refuse('it has expired')
  if (left > longestSeconds) throw refuse('it ends more than 31 days from now')
  return `signed:${reader}`
}
