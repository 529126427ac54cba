import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from '../database/database.ts'
import type { SealedStore } from '../database/seal.ts'
import type { SiteRow } from '../database/tables.ts'
import { AppError } from '../errors.ts'

const pathOf = (id: string): string => `/webhooks/v1/${id}`

/** The paths of the webhooks of sites, by the site’s id. */
export const readWebhookPaths = async (
  database: Database,
  siteIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await database
    .selectFrom('sync_webhooks')
    .select(['id', 'site_id'])
    .where('site_id', 'in', siteIds)
    .execute()
  return new Map(rows.map(({ id, site_id }) => [site_id, pathOf(id)]))
}

/** From now on nothing that was sent to the site’s webhook counts. */
export const deleteSyncWebhook = async (database: Database, site: Pick<SiteRow, 'id'>): Promise<void> => {
  await database.deleteFrom('sync_webhooks').where('site_id', '=', site.id).execute()
}

/** Makes the webhook of a site; an earlier one is forgotten. */
export const createSyncWebhook = async (
  { database, seal }: SealedStore,
  site: Pick<SiteRow, 'id'>,
): Promise<{ path: string; secret: string }> => {
  const id = randomBytes(16).toString('base64url')
  const secret = randomBytes(32).toString('base64url')
  const row = { id, site_id: site.id, secret_sealed: seal.close(id, secret), created_at: new Date().toISOString() }
  await database
    .insertInto('sync_webhooks')
    .values(row)
    .onConflict((conflict) => conflict.column('site_id').doUpdateSet(row))
    .execute()
  return { path: pathOf(id), secret }
}

/**
 * The site that a webhook is about, when it is signed by its secret.
 *
 * @param signature `sha256=` and the hexadecimal HMAC-SHA256 of the body, as GitHub and Gitea send it.
 * @throws AppError `missing_key`, `unknown_key` for the signature; a webhook that is not there answers alike.
 */
export const openSyncWebhook = async (
  { database, seal }: SealedStore,
  id: string,
  { body, signature }: { body: Buffer; signature: string | undefined },
): Promise<SiteRow> => {
  const webhook = await database.selectFrom('sync_webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  const secret = webhook ? seal.open(id, webhook.secret_sealed) : randomBytes(32).toString('base64url')
  const right = createHmac('sha256', secret).update(body).digest()
  const given = Buffer.from(/^sha256=([0-9a-f]{64})$/i.exec(signature ?? '')?.[1] ?? '', 'hex')
  if (!webhook || given.length !== right.length || !timingSafeEqual(given, right)) {
    if (signature === undefined) throw new AppError('missing_key', 'The header X-Hub-Signature-256 is missing.')
    throw new AppError(
      'unknown_key',
      'The signature in X-Hub-Signature-256 is not that of the body, or there is no such webhook.',
    )
  }
  return database.selectFrom('sites').selectAll().where('id', '=', webhook.site_id).executeTakeFirstOrThrow()
}
