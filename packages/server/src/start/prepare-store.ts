import type { Logger } from 'pino'
import { chosenKeyName, prepareFirstStart } from '../administration/keys/first-start.ts'
import { isOpen } from '../administration/keys/key-record.ts'
import { hashKey } from '../administration/keys/key-text.ts'
import { operatorOrganization } from '../administration/organizations/operator.ts'
import type { Authentication } from '../administration/people/authentication.ts'
import { addConfiguredOwner } from '../administration/people/set-up-owner.ts'
import { countLostSecrets, sealPlainSecrets } from '../administration/sites/sealed-secrets.ts'
import { failInterruptedSyncs } from '../administration/syncs/syncs.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { Seal } from '../database/seal.ts'
import { removeUnfinishedCopies } from '../sources/copies.ts'

interface Store {
  readonly database: Database
  readonly seal: Seal
  readonly authentication: Authentication
  readonly log: Logger
}

const warnOfLostSecrets = async ({ database, seal, log }: Store): Promise<void> => {
  const secrets = await countLostSecrets({ database, seal })
  if (secrets === 0) return
  log.warn(
    { secrets },
    'secrets were stored with a different key: restore the earlier secrets.key or SIDENOTE_SECRETS_KEY, or enter them again; "sidenote doctor" lists them',
  )
}

const warnOfOpenSites = async ({ database, log }: Store): Promise<void> => {
  const sites = await database.selectFrom('sites').select('domain').where('origins_json', '=', '[]').execute()
  for (const { domain } of sites) {
    log.warn({ site: domain }, 'the site lists no origins: any web page can use its keys')
  }
}

/** A key that was chosen earlier stays valid when the variable gets another, so that nobody is locked out. */
const warnOfEarlierKeys = async ({ database, log }: Store, adminKey: string | undefined): Promise<void> => {
  const keys = await database
    .selectFrom('keys')
    .select(['id', 'hash'])
    .where('name', '=', chosenKeyName)
    .where('organization_id', '=', operatorOrganization)
    .where(isOpen())
    .execute()
  const earlier = keys.filter(({ hash }) => adminKey !== undefined && hash !== hashKey(adminKey))
  for (const { id } of earlier) {
    log.warn(
      { key: id },
      'an earlier SIDENOTE_ADMIN_KEY is still valid: revoke it with "sidenote keys revoke" if it should not be',
    )
  }
}

/** A sync that ended its process is not started again by itself; somebody has to be told. */
const warnOfKilledSyncs = async ({ database, log }: Store, dataFolder: string): Promise<void> => {
  const killed = await failInterruptedSyncs(database)
  for (const { id, domain } of killed) {
    log.warn(
      { sync: id, site: domain },
      'the server ended during this sync: only "sidenote sync" starts the site’s next',
    )
  }
  const sites = killed.map(({ siteId }) => siteId)
  await removeUnfinishedCopies(database, dataFolder, sites)
}

/** Brings the store into the state that a running server expects, and warns the operator of what looks wrong. */
export const prepareStore = async (
  store: Store,
  config: Pick<Config, 'dataFolder' | 'adminKey' | 'owner'>,
): Promise<void> => {
  await prepareFirstStart(store.database, config)
  if (config.owner) await addConfiguredOwner(store.database, store.authentication, config.owner)
  await sealPlainSecrets(store)
  await warnOfKilledSyncs(store, config.dataFolder)
  await warnOfLostSecrets(store)
  await warnOfOpenSites(store)
  await warnOfEarlierKeys(store, config.adminKey)
}
