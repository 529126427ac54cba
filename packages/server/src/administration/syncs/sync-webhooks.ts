import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import type { SealedStore } from '../../database/seal.ts'
import type { SiteRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'

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

/** What a webhook brings along to prove who sends it. */
interface SentWebhook {
  /** `sha256=` and the hexadecimal HMAC-SHA256 of the body. */
  readonly signature: string | undefined
  /** The secret itself, as GitLab sends it. */
  readonly token: string | undefined
  /** Called only for a webhook that is there, so that nothing is read of strangers. */
  readonly readBody: () => Promise<Buffer>
}

const isSame = (given: Buffer, right: Buffer): boolean => given.length === right.length && timingSafeEqual(given, right)

const isProven = (secret: string, body: Buffer, { signature = '', token = '' }: SentWebhook): boolean => {
  const given = Buffer.from(/^sha256=([0-9a-f]{64})$/i.exec(signature)?.[1] ?? '', 'hex')
  const isSigned = isSame(given, createHmac('sha256', secret).update(body).digest())
  return isSame(Buffer.from(token), Buffer.from(secret)) || isSigned
}

const unproven = (): AppError =>
  new AppError(
    'unknown_key',
    'The signature of the body, or the token, is not that of this webhook, or there is no such webhook.',
  )

/**
 * The site that a webhook is about, when who sends it knows its secret.
 *
 * @throws AppError `missing_key`, `unknown_key` for the proof; a webhook that is not there answers alike.
 */
export const openSyncWebhook = async (
  { database, seal }: SealedStore,
  id: string,
  sent: SentWebhook,
): Promise<SiteRow> => {
  if (sent.signature === undefined && sent.token === undefined) {
    throw new AppError('missing_key', 'Nothing proves who sends this: the header X-Hub-Signature-256 is missing.')
  }
  const webhook = await database.selectFrom('sync_webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  if (!webhook) throw unproven()
  const secret = seal.open(id, webhook.secret_sealed)
  if (!isProven(secret, await sent.readBody(), sent)) throw unproven()
  return database.selectFrom('sites').selectAll().where('id', '=', webhook.site_id).executeTakeFirstOrThrow()
}
