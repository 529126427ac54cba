import * as contract from '@sidenote/contract'
import type { IRouter } from 'express'
import { readSiteSettings, updateSiteSettings } from '../assistant/site-settings.ts'
import { type Gate, mountSite } from './mount/mount.ts'

/** Mounts what an administrator key opens about the answers of a site. */
export const mountSiteSettingsRoutes = (router: IRouter, gate: Gate): void => {
  const { database } = gate

  mountSite(router, gate, contract.getSiteSettings, ({ site }) => readSiteSettings(database, site))
  mountSite(router, gate, contract.updateSiteSettings, ({ body, site }) => updateSiteSettings(database, site, body))
}
