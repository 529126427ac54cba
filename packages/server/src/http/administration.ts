import * as contract from '@sidenote/contract'
import type { IRouter } from 'express'
import { createKey, listKeys, revokeKey } from '../administration/keys.ts'
import { createSite, findSite, listSites, updateSite } from '../administration/sites.ts'
import { createSyncWebhook } from '../administration/sync-webhooks.ts'
import type { Syncs } from '../administration/syncs.ts'
import { type Gate, mountAdministration } from './route.ts'
import { mountSyncWebhook } from './sync-webhook.ts'

/** Mounts what an administrator key opens: sites, syncs, keys. */
export const mountAdministrationRoutes = (router: IRouter, gate: Gate, syncs: Syncs): void => {
  const { database } = gate

  mountAdministration(router, gate, contract.createSite, ({ body, organizationId }) =>
    createSite(database, organizationId, body),
  )
  mountAdministration(router, gate, contract.listSites, async ({ organizationId }) => ({
    sites: await listSites(database, organizationId),
  }))
  mountAdministration(router, gate, contract.updateSite, ({ body, params, organizationId }) =>
    updateSite(database, organizationId, { domain: params.domain ?? '', change: body }),
  )
  mountAdministration(router, gate, contract.startSync, async ({ params, organizationId }) =>
    syncs.start(await findSite(database, organizationId, params.domain ?? '')),
  )
  mountAdministration(router, gate, contract.getSync, async ({ params, organizationId }) =>
    syncs.find(await findSite(database, organizationId, params.domain ?? ''), params.id ?? ''),
  )
  mountAdministration(router, gate, contract.createWebhook, async ({ params, organizationId }) =>
    createSyncWebhook(database, await findSite(database, organizationId, params.domain ?? '')),
  )
  mountSyncWebhook(router, database, syncs)
  mountAdministration(router, gate, contract.createKey, ({ body, organizationId }) =>
    createKey(database, organizationId, body),
  )
  mountAdministration(router, gate, contract.listKeys, async ({ organizationId }) => ({
    keys: await listKeys(database, organizationId),
  }))
  mountAdministration(router, gate, contract.revokeKey, ({ params, organizationId }) =>
    revokeKey(database, organizationId, params.id ?? ''),
  )
}
