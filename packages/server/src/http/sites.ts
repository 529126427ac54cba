import * as contract from '@sidenote/contract'
import { proveDomain, readDomainProof } from '../administration/domains/prove-domain.ts'
import { checkMail } from '../administration/notices/check-mail.ts'
import { listMails, resendMail } from '../administration/notices/mails.ts'
import { createIdentity } from '../administration/readers/create-identity.ts'
import { deleteIdentity } from '../administration/readers/delete-identity.ts'
import { type GivenSources, refuseUntrusted } from '../administration/sites/check-sources.ts'
import { createSite } from '../administration/sites/create-site.ts'
import { deleteSite } from '../administration/sites/delete-site.ts'
import { getSite } from '../administration/sites/get-site.ts'
import { refuseKeptFolders } from '../administration/sites/kept-folders.ts'
import { listSites } from '../administration/sites/list-sites.ts'
import { getErasure, getPolicy, updatePolicy } from '../administration/sites/policy.ts'
import { readSiteLimits, updateSiteLimits } from '../administration/sites/site-limits.ts'
import { sourcesOfOrganization } from '../administration/sites/sources-of-organization.ts'
import { updateSite } from '../administration/sites/update-site.ts'
import type { Syncs } from '../administration/syncs/syncs.ts'
import type { HandOffDependencies } from '../assistant/hand-off.ts'
import { readSiteSettings, updateSiteSettings } from '../assistant/site-settings.ts'
import { AppError, invalidValue } from '../errors.ts'
import type { Quotas } from '../quotas.ts'
import type { Routes } from './mount/gate.ts'
import { mountAdministration, mountSite } from './mount/mount.ts'

interface SiteDependencies extends Pick<HandOffDependencies, 'sendMail'> {
  readonly syncs: Pick<Syncs, 'dataFolder' | 'forget'>
  readonly quotas: Quotas
}

/** Mounts sites: what they are made of, how their questions are answered, and what they keep of their readers. */
export const mountSiteRoutes = (routes: Routes, { syncs, quotas, sendMail }: SiteDependencies): void => {
  const { gate } = routes
  const { database } = gate
  const checkSources = async (organizationId: string, given: GivenSources) => {
    await refuseUntrusted(database, organizationId, given)
    await refuseKeptFolders(given, syncs.dataFolder)
  }

  mountAdministration(routes, contract.createSite, async ({ body, organizationId }) => {
    await checkSources(organizationId, { field: 'sources', sources: body.sources })
    return createSite({ ...gate, quotas }, organizationId, body)
  })
  mountAdministration(routes, contract.listSites, async ({ organizationId }) => ({
    sites: await listSites(database, organizationId),
  }))
  mountSite(routes, contract.getSite, ({ site }) => getSite(database, site))
  mountSite(routes, contract.updateSite, async ({ body, site }) => {
    await checkSources(site.organization_id, { field: 'sources', sources: body.sources ?? [] })
    await checkSources(site.organization_id, { field: 'addSources', sources: body.addSources ?? [] })
    return updateSite(gate, site, body)
  })
  mountSite(routes, contract.deleteSite, async ({ site, organizationId }) => {
    const sources = await sourcesOfOrganization(database, organizationId)
    // Syncs end first, so that nothing is written to a site that is gone.
    await syncs.forget(site.id, sources.get(site.id) ?? [])
    await deleteSite(database, site)
  })
  mountSite(routes, contract.getSiteSettings, ({ site }) => readSiteSettings(database, site))
  mountSite(routes, contract.updateSiteSettings, ({ body, site }) => {
    if (body.mail && !sendMail) throw invalidValue('mail', 'The server sends no mail: SIDENOTE_SMTP_URL is not set.')
    return updateSiteSettings(gate, site, body)
  })
  mountSite(routes, contract.checkSiteMail, async ({ site }) => ({
    findings: await checkMail(database, sendMail, site),
  }))
  mountSite(routes, contract.listMails, ({ site }) => listMails(database, site))
  mountSite(routes, contract.resendMail, ({ site, params }) => {
    if (!sendMail) throw new AppError('conflict', 'The server sends no mail: SIDENOTE_SMTP_URL is not set.')
    return resendMail(database, site, params.id)
  })
  mountSite(routes, contract.getSiteLimits, ({ site }) => readSiteLimits(database, site))
  mountSite(routes, contract.updateSiteLimits, ({ body, site }) => updateSiteLimits(database, site, body))
  mountSite(routes, contract.getPolicy, ({ site }) => getPolicy(database, site))
  mountSite(routes, contract.getErasure, ({ query, site }) => getErasure(database, site, query))
  mountSite(routes, contract.updatePolicy, ({ body, site }) => updatePolicy(database, site, body))
  mountSite(routes, contract.getDomainProof, ({ site }) => readDomainProof(database, site))
  mountSite(routes, contract.proveDomain, ({ site }) => proveDomain(database, site))
  mountSite(routes, contract.createIdentity, ({ site }) => createIdentity(gate, site))
  mountSite(routes, contract.deleteIdentity, ({ site }) => deleteIdentity(database, site))
}
