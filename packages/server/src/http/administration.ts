import * as contract from '@sidenote/contract'
import type { IRouter } from 'express'
import { z } from 'zod'
import { listAudit } from '../administration/audit/list-audit.ts'
import { readBudget } from '../administration/budgets/read-budget.ts'
import { updateBudget } from '../administration/budgets/update-budget.ts'
import { createKey } from '../administration/keys/create-key.ts'
import { getKey } from '../administration/keys/get-key.ts'
import { listKeys } from '../administration/keys/list-keys.ts'
import { revokeKey } from '../administration/keys/revoke-key.ts'
import { createIdentity } from '../administration/readers/create-identity.ts'
import { deleteIdentity } from '../administration/readers/delete-identity.ts'
import { refuseUntrusted } from '../administration/sites/check-sources.ts'
import { createSite } from '../administration/sites/create-site.ts'
import { deleteSite } from '../administration/sites/delete-site.ts'
import { getSite } from '../administration/sites/get-site.ts'
import { refuseKeptFolders } from '../administration/sites/kept-folders.ts'
import { listSites } from '../administration/sites/list-sites.ts'
import { readSiteLimits, updateSiteLimits } from '../administration/sites/site-limits.ts'
import { sourcesOfOrganization } from '../administration/sites/sources-of-organization.ts'
import { updateSite } from '../administration/sites/update-site.ts'
import { createSyncWebhook, deleteSyncWebhook } from '../administration/syncs/sync-webhooks.ts'
import type { Syncs } from '../administration/syncs/syncs.ts'
import { sendCsv, wantsCsv, writeCsv } from './csv.ts'
import { currentTime, type Gate, mountAdministration, mountSite } from './mount/mount.ts'
import { createValidator } from './mount/validate.ts'
import { mountOrganizationRoutes } from './organizations.ts'
import { mountSyncWebhook } from './sync-webhook.ts'

const actions = contract.endpoints.filter(({ key }) => key !== null).map(({ operationId }) => operationId)
const readAuditQuery = createValidator(contract.auditQuerySchema.extend({ action: z.enum(actions).optional() }))

const auditColumns = ['at', 'action', 'target', 'created', 'fields', 'outcome', 'code']
const auditOrigins = ['key', 'key name', 'address', 'origin', 'request', 'id']

const writeAudit = (entries: readonly contract.AuditEntry[]): string =>
  writeCsv(
    [...auditColumns, ...auditOrigins],
    entries.map((entry) => [
      ...[entry.at, entry.action, entry.target, entry.created, entry.fields.join(' '), entry.outcome, entry.code],
      ...[entry.key.id, entry.key.name, entry.address, entry.origin, entry.requestId, entry.id],
    ]),
  )

/** Mounts what an administrator key opens: sites, syncs, keys, organizations, the audit log. */
export const mountAdministrationRoutes = (router: IRouter, gate: Gate, syncs: Syncs): void => {
  const { database } = gate
  const checkSources = async (organizationId: string, sources: readonly contract.SourceRequest[]) => {
    await refuseUntrusted(database, organizationId, sources)
    await refuseKeptFolders(sources, syncs.dataFolder)
  }

  mountAdministration(router, gate, contract.createSite, async ({ body, organizationId }) => {
    await checkSources(organizationId, body.sources)
    return createSite(gate, organizationId, body)
  })
  mountAdministration(router, gate, contract.listSites, async ({ organizationId }) => ({
    sites: await listSites(database, organizationId),
  }))
  mountSite(router, gate, contract.updateSite, async ({ body, site }) => {
    await checkSources(site.organization_id, body.sources ?? [])
    return updateSite(gate, site, body)
  })
  mountSite(router, gate, contract.getSite, ({ site }) => getSite(database, site))
  mountSite(router, gate, contract.deleteSite, async ({ site, organizationId }) => {
    const sources = await sourcesOfOrganization(database, organizationId)
    // First nothing writes any more, then there is nothing left to write to.
    await syncs.forget(site.id, sources.get(site.id) ?? [])
    await deleteSite(database, site)
  })
  mountSite(router, gate, contract.getSiteLimits, ({ site }) => readSiteLimits(database, site))
  mountSite(router, gate, contract.updateSiteLimits, ({ body, site }) => updateSiteLimits(database, site, body))
  mountAdministration(router, gate, contract.getBudget, async ({ organizationId }) =>
    readBudget(database, organizationId, await currentTime(gate)),
  )
  mountAdministration(router, gate, contract.updateBudget, async ({ body, organizationId }) =>
    updateBudget(database, organizationId, { change: body, now: await currentTime(gate) }),
  )
  mountSite(router, gate, contract.startSync, ({ site }) => syncs.start(site))
  mountSite(router, gate, contract.getSync, ({ site, params }) => syncs.find(site, params.id ?? ''))
  mountSite(router, gate, contract.createWebhook, ({ site }) => createSyncWebhook(gate, site))
  mountSite(router, gate, contract.deleteWebhook, ({ site }) => deleteSyncWebhook(database, site))
  mountSite(router, gate, contract.createIdentity, ({ site }) => createIdentity(gate, site))
  mountSite(router, gate, contract.deleteIdentity, ({ site }) => deleteIdentity(database, site))
  mountSyncWebhook(router, gate, syncs)
  mountAdministration(router, gate, contract.createKey, ({ body, organizationId }) =>
    createKey(database, organizationId, body),
  )
  mountAdministration(router, gate, contract.listKeys, async ({ organizationId }) => ({
    keys: await listKeys(database, organizationId),
  }))
  mountAdministration(router, gate, contract.revokeKey, ({ params, organizationId }) =>
    revokeKey(database, organizationId, params.id ?? ''),
  )
  mountAdministration(router, gate, contract.getKey, ({ params, organizationId }) =>
    getKey(database, organizationId, params.id ?? ''),
  )
  mountAdministration(router, gate, contract.listAudit, async ({ request, response, organizationId }) => {
    const query = readAuditQuery({ ...request.query })
    const found = await listAudit(database, organizationId, query)
    return wantsCsv(request, query.format)
      ? sendCsv(response, 'audit.csv', writeAudit(found.entries), found.nextCursor)
      : found
  })
  mountOrganizationRoutes(router, gate, syncs)
}
