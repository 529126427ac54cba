import type { Finding } from '@sidenote/contract'
import { identityPurpose } from '../../administration/readers/identity-record.ts'
import type { Database } from '../../database/database.ts'
import type { Seal } from '../../database/seal.ts'
import type { SiteRow } from '../../database/tables.ts'
import { findingsAbout } from '../../findings.ts'
import { sealedTokenOf } from '../../sources/source.ts'

const canOpen = (seal: Seal | undefined, purpose: string, sealed: string): boolean => {
  // Versions before 0011-administration stored the secret as it is; the next start of the server seals it.
  if (!sealed.includes('.')) return true
  try {
    seal?.open(purpose, sealed)
    return seal !== undefined
  } catch {
    return false
  }
}

/** A secret of a site, and how to renew it. */
interface SiteSecret {
  readonly name: string
  readonly purpose: string
  readonly sealed: string
  readonly renewal: string
}

const readTokens = async (database: Database, { id, domain }: SiteRow): Promise<SiteSecret[]> => {
  const sources = await database.selectFrom('sources').selectAll().where('site_id', '=', id).execute()
  const renewal = `enter it again with "sidenote sites update ${domain} --token-variable NAME", the variable that has it`
  return sources
    .map(sealedTokenOf)
    .filter((token) => token !== undefined)
    .map(([purpose, sealed]) => ({ name: 'The token of its repository', purpose, sealed, renewal }))
}

const readSecrets = async (database: Database, site: SiteRow): Promise<SiteSecret[]> => {
  const { id, domain } = site
  const webhooks = await database.selectFrom('sync_webhooks').selectAll().where('site_id', '=', id).execute()
  const identities = await database.selectFrom('site_identities').selectAll().where('site_id', '=', id).execute()
  const renewalOf = (command: string) => `create a new one with "sidenote sites ${command} ${domain} --new --yes"`
  return [
    ...(await readTokens(database, site)),
    ...webhooks.map((webhook) => ({
      name: 'The secret of its webhook',
      purpose: webhook.id,
      sealed: webhook.secret_sealed,
      renewal: renewalOf('webhook'),
    })),
    ...identities.map((identity) => ({
      name: 'The secret that signs its readers',
      purpose: identityPurpose(id),
      sealed: identity.secret_sealed,
      renewal: renewalOf('identity'),
    })),
  ]
}

/** Checks that the server’s key opens the secrets of a site; of several with the same name, one finding is enough. */
export const checkSecrets = async (database: Database, seal: Seal | undefined, site: SiteRow): Promise<Finding[]> => {
  const { problem } = findingsAbout(site.domain)
  const lost = (await readSecrets(database, site)).filter(({ purpose, sealed }) => !canOpen(seal, purpose, sealed))
  const byName = new Map(lost.map((secret) => [secret.name, secret]))
  return [...byName.values()].map(({ name, renewal }) =>
    problem(
      `${name} was stored with a different key. Restore the earlier secrets.key or SIDENOTE_SECRETS_KEY, or ${renewal}.`,
    ),
  )
}
