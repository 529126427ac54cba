import { Menu } from '@base-ui/react/menu'
import { useQuery } from '@tanstack/react-query'
import { useMatches, useNavigate } from '@tanstack/react-router'
import { Check, LayoutGrid } from 'lucide-react'
import { sitesQuery } from '../api/sites.ts'
import { menuItemStyle, popupStyle } from '../parts/popup.ts'
import { SiteLabel, siteButtonStyle } from './site-label.tsx'

/** The sites, to change to one of them on the same page. It begins opened. */
export const SiteMenu = ({ domain }: { readonly domain: string | undefined }) => {
  const sites = useQuery(sitesQuery)
  const navigate = useNavigate()
  const page = useMatches().at(-1)?.fullPath
  const open = (next: string) => {
    const to: string = page?.startsWith('/$domain') ? page : '/$domain'
    return navigate({ to, params: { domain: next } })
  }
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger className={siteButtonStyle}>
        <SiteLabel domain={domain} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="start" className="z-50">
          <Menu.Popup className={`${popupStyle} max-h-80 w-(--anchor-width) overflow-y-auto`}>
            {sites.data?.map((site) => (
              <Menu.Item key={site.domain} className={menuItemStyle} onClick={() => open(site.domain)}>
                <span className="min-w-0 flex-1 truncate">{site.name}</span>
                {site.domain === domain && <Check aria-hidden />}
              </Menu.Item>
            ))}
            <Menu.Item className={`${menuItemStyle} text-soft`} onClick={() => navigate({ to: '/organization/sites' })}>
              <LayoutGrid aria-hidden />
              All sites
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
