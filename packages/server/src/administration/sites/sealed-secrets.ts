import { type Seal, type SealedStore, siteModelPurpose } from '../../database/seal.ts'
import { sealedTokenOf } from '../../sources/source.ts'
import { identityPurpose } from '../readers/identity-record.ts'

/** Seals the secrets that versions before 0011-administration stored as they are. Safe when several processes do so. */
export const sealPlainSecrets = async ({ database, seal }: SealedStore): Promise<void> => {
  for (const { id, secret_sealed } of await database.selectFrom('sync_webhooks').selectAll().execute()) {
    // A secret of ours is 43 letters of base64url, which has no dot.
    if (secret_sealed.includes('.')) continue
    await database
      .updateTable('sync_webhooks')
      .set({ secret_sealed: seal.close(id, secret_sealed) })
      .where('id', '=', id)
      .where('secret_sealed', '=', secret_sealed)
      .execute()
  }
}

const canOpen = (seal: Seal, purpose: string, sealed: string | null): boolean => {
  if (sealed === null) return true
  try {
    seal.open(purpose, sealed)
    return true
  } catch {
    return false
  }
}

/** How many secrets in the database were sealed with another key: each would be missed only when it is needed. */
export const countLostSecrets = async ({ database, seal }: SealedStore): Promise<number> => {
  const [sources, webhooks, identities, projects, models] = await Promise.all([
    database.selectFrom('sources').selectAll().where('kind', '=', 'git').execute(),
    database.selectFrom('sync_webhooks').select(['id', 'secret_sealed']).execute(),
    database.selectFrom('site_identities').select(['site_id', 'secret_sealed']).execute(),
    database.selectFrom('projects').select(['id', 'credentials_sealed', 'webhook_secret_sealed']).execute(),
    database.selectFrom('site_models').select(['site_id', 'key_sealed']).execute(),
  ])
  const sealed: (readonly [purpose: string, sealed: string | null])[] = [
    ...sources.map(sealedTokenOf).filter((token) => token !== undefined),
    ...webhooks.map(({ id, secret_sealed }) => [id, secret_sealed] as const),
    ...identities.map(({ site_id, secret_sealed }) => [identityPurpose(site_id), secret_sealed] as const),
    ...models.map(({ site_id, key_sealed }) => [siteModelPurpose(site_id), key_sealed] as const),
    ...projects.map(({ id, credentials_sealed }) => [id, credentials_sealed] as const),
    ...projects.map(({ id, webhook_secret_sealed }) => [id, webhook_secret_sealed] as const),
  ]
  return sealed.filter(([purpose, text]) => !canOpen(seal, purpose, text)).length
}
