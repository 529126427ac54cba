import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from '../database/database.ts'
import type { SiteRow } from '../database/tables.ts'
import { AppError } from '../errors.ts'

/** Makes the webhook of a site; an earlier one is forgotten. */
export const createSyncWebhook = async (
  database: Database,
  site: Pick<SiteRow, 'id'>,
): Promise<{ path: string; secret: string }> => {
  const id = randomBytes(16).toString('base64url')
  const secret = randomBytes(32).toString('base64url')
  const row = { id, site_id: site.id, secret, created_at: new Date().toISOString() }
  await database
    .insertInto('sync_webhooks')
    .values(row)
    .onConflict((conflict) => conflict.column('site_id').doUpdateSet(row))
    .execute()
  return { path: `/webhooks/v1/${id}`, secret }
}

/**
 * The site that a webhook is about, when it is signed by its secret.
 *
 * @param signature `sha256=` and the hexadecimal HMAC-SHA256 of the body, as GitHub and Gitea send it.
 * @throws AppError `not_found`; `missing_key`, `unknown_key` for the signature
 */
export const openSyncWebhook = async (
  database: Database,
  id: string,
  { body, signature }: { body: Buffer; signature: string | undefined },
): Promise<SiteRow> => {
  const webhook = await database.selectFrom('sync_webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  if (!webhook) throw new AppError('not_found', `There is no webhook "${id}".`)
  const right = createHmac('sha256', webhook.secret).update(body).digest()
  const given = Buffer.from(/^sha256=([0-9a-f]{64})$/i.exec(signature ?? '')?.[1] ?? '', 'hex')
  if (given.length !== right.length || !timingSafeEqual(given, right)) {
    if (signature === undefined) throw new AppError('missing_key', 'The header X-Hub-Signature-256 is missing.')
    throw new AppError('unknown_key', 'The signature in X-Hub-Signature-256 is not that of the body.')
  }
  return database.selectFrom('sites').selectAll().where('id', '=', webhook.site_id).executeTakeFirstOrThrow()
}
