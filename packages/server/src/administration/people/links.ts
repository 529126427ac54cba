import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import type { LinkRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'

const tokenBytes = 24

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Creates a link that can be used once. Only the hash of its token is stored. */
export const createLink = async (
  database: Database,
  link: Omit<LinkRow, 'hash' | 'id' | 'created_at' | 'expires_at'>,
  minutes: number,
): Promise<{ row: LinkRow; token: string }> => {
  const token = randomBytes(tokenBytes).toString('base64url')
  const now = Date.now()
  const row = {
    ...link,
    hash: hashToken(token),
    id: `link_${randomUUID()}`,
    created_at: new Date(now).toISOString(),
    expires_at: new Date(now + minutes * 60_000).toISOString(),
  }
  await database.deleteFrom('links').where('expires_at', '<', row.created_at).execute()
  await database.insertInto('links').values(row).execute()
  return { row, token }
}

interface UsedLink {
  readonly kind: LinkRow['kind']
  readonly token: string
}

const goneLink = () =>
  new AppError('not_found', 'This link is not valid any more: it was used, it has expired, or it is not complete.')

/** Reads a link without using it. @throws AppError `not_found` when it is unknown, used or expired */
export const readLink = async (database: Database, { kind, token }: UsedLink): Promise<LinkRow> => {
  const row = await database
    .selectFrom('links')
    .selectAll()
    .where('hash', '=', hashToken(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirst()
  if (!row) throw goneLink()
  return row
}

/**
 * Uses a link up, in the transaction of what it is used for: of two requests at once, one gets it.
 *
 * @throws AppError `not_found` when it is unknown, used or expired
 */
export const takeLink = async (transaction: Database, link: UsedLink): Promise<LinkRow> => {
  const row = await readLink(transaction, link)
  const { numDeletedRows } = await transaction
    .deleteFrom('links')
    .where('hash', '=', row.hash)
    .executeTakeFirstOrThrow()
  if (numDeletedRows !== 1n) throw goneLink()
  return row
}
