import { Menu } from '@base-ui/react/menu'
import { useQuery } from '@tanstack/react-query'
import { useMatches, useNavigate } from '@tanstack/react-router'
import { Check, ChevronsUpDown, LayoutGrid } from 'lucide-react'
import { sitesQuery } from '../api/sites.ts'
import { menuItemStyle, popupStyle } from '../parts/popup.ts'

/** Changes to another site, on the same page of it. */
export const SiteSwitcher = ({ domain }: { readonly domain: string | undefined }) => {
  const sites = useQuery(sitesQuery)
  const navigate = useNavigate()
  const page = useMatches().at(-1)?.fullPath
  const open = (next: string) => {
    const to: string = page?.startsWith('/$domain') ? page : '/$domain'
    return navigate({ to, params: { domain: next } })
  }
  const current = sites.data?.find((site) => site.domain === domain)
  return (
    <Menu.Root>
      <Menu.Trigger className="flex h-11 w-full items-center gap-2 rounded-md border border-line bg-raised px-3 text-left shadow-low hover:border-edge">
        <span className="sr-only">Site:</span>
        <span className="min-w-0 flex-1 leading-tight">
          <span className="block truncate text-sm font-medium">{current?.name ?? domain ?? 'Choose a site'}</span>
          {current && current.name !== current.domain && (
            <span className="block truncate text-xs text-soft">{current.domain}</span>
          )}
        </span>
        <ChevronsUpDown className="size-3.5 shrink-0 text-soft" aria-hidden />
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
            <Menu.Item className={`${menuItemStyle} text-soft`} onClick={() => navigate({ to: '/' })}>
              <LayoutGrid aria-hidden />
              All sites
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
