import * as contract from '@sidenote/contract'
import type { SiteModels } from '../assistant/models/site-models.ts'
import type { Routes } from './mount/gate.ts'
import { mountSite } from './mount/mount.ts'

/** Mounts the language model that a site has of its own. */
export const mountSiteModelRoutes = (routes: Routes, siteModels: SiteModels): void => {
  mountSite(routes, contract.getSiteModel, ({ site }) => siteModels.describe(site))
  mountSite(routes, contract.updateSiteModel, ({ site, body }) => siteModels.update(site, body))
  mountSite(routes, contract.checkSiteModel, async ({ site }) => ({ findings: await siteModels.check(site) }))
}
