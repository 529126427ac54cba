import * as contract from '@sidenote/contract'
import type { IRouter } from 'express'
import { findSite } from '../administration/sites.ts'
import { readSiteSettings, updateSiteSettings } from '../assistant/site-settings.ts'
import { type Gate, mountAdministration } from './route.ts'

/** Mounts what an administrator key opens about the answers of a site. */
export const mountSiteSettingsRoutes = (router: IRouter, gate: Gate): void => {
  const { database } = gate

  mountAdministration(router, gate, contract.getSiteSettings, async ({ params, organizationId }) =>
    readSiteSettings(database, await findSite(database, organizationId, params.domain ?? '')),
  )
  mountAdministration(router, gate, contract.updateSiteSettings, async ({ body, params, organizationId }) =>
    updateSiteSettings(database, await findSite(database, organizationId, params.domain ?? ''), body),
  )
}
