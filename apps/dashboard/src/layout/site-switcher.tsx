import { lazy } from 'react'
import { Later } from '../parts/later.tsx'
import { SiteLabel, siteButtonStyle } from './site-label.tsx'

const load = () => import('./site-menu.tsx').then(({ SiteMenu }) => ({ default: SiteMenu }))
const SiteMenu = lazy(load)

/** Changes to another site, on the same page of it. */
export const SiteSwitcher = ({ domain }: { readonly domain: string | undefined }) => (
  <Later load={load} part={<SiteMenu domain={domain} />} opens="menu" className={siteButtonStyle}>
    <SiteLabel domain={domain} />
  </Later>
)
